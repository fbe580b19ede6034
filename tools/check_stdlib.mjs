// Imports every module that the site ships, in the site's own Pyodide with its pruned library.
// An import outside tools/stdlib.txt is found here rather than on a player's screen.
//   node tools/check_stdlib.mjs
import { REPOSITORY, filesOf, laterOf, load, modulesOf, run } from "./site.mjs";

run("stdlib", async () => {
  const files = [...filesOf(REPOSITORY), ...laterOf(REPOSITORY)];
  const modules = modulesOf(files);
  const python = await load(REPOSITORY, files);
  let failed = 0;
  python.runPython("import importlib, warnings; warnings.simplefilter('error')");
  for (const name of modules) {
    try {
      python.runPython(`importlib.import_module("${name}")`);
    } catch (error) {
      failed += 1;
      console.error(`stdlib: ${name} does not import with the shipped library (tools/stdlib.txt)\n${error.message}`);
    }
  }
  console.log(`stdlib: ${modules.length - failed} passed, ${failed} failed`);
  return failed || modules.length === 0 ? 1 : 0;
});

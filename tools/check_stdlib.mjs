// Imports every module that the site ships, in the site's own Pyodide with its pruned library.
// An import outside tools/stdlib.txt is found here rather than on a player's screen. So is a module of the library that
// cannot do without what was left out of it, or misses a name in what stands in for another (tools/library/).
//   node tools/check_stdlib.mjs
import { REPOSITORY, filesOf, laterOf, load, modulesOf, run } from "./site.mjs";

const TELL = `
import traceback
try:
    raise ExceptionGroup("two", [SyntaxError("one", ("file", 1, 1, "text", 1, 2)), ValueError()])
except ExceptionGroup as error:
    told = "".join(traceback.format_exception(error, colorize=True))
    assert "ExceptionGroup: two (2 sub-exceptions)" in told and "\\x1b" not in told, told
`;
const LIBRARY = `
import sys, zipfile
archive = next(entry for entry in sys.path if entry.endswith(".zip"))
with zipfile.ZipFile(archive) as opened:
    names = [name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in opened.namelist()]
names
`;

run("stdlib", async () => {
  const files = [...filesOf(REPOSITORY), ...laterOf(REPOSITORY)];
  const python = await load(REPOSITORY, files);
  let failed = 0;
  python.runPython(TELL);
  const library = python.runPython(LIBRARY).toJs();
  python.runPython("import importlib, warnings; warnings.simplefilter('error')");
  const modules = modulesOf(files);
  for (const name of [...library, ...modules]) {
    try {
      python.runPython(`importlib.import_module("${name}")`);
    } catch (error) {
      failed += 1;
      console.error(`stdlib: ${name} does not import with the shipped library (tools/stdlib.txt)\n${error.message}`);
    }
  }
  console.log(`stdlib: ${library.length + modules.length - failed} passed, ${failed} failed`);
  return failed || library.length === 0 || modules.length === 0 ? 1 : 0;
});

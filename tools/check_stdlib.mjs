// Imports every module that the site ships, in the site's own Pyodide with its pruned library.
// An import outside tools/stdlib.txt is found here rather than on a player's screen.
//   node tools/check_stdlib.mjs
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../static/vendor/pyodide/pyodide.mjs";

const root = new URL("../", import.meta.url);
const home = "/home/pyodide";
// Needs the page itself: the browser tests run it.
const PAGE_ONLY = new Set(["pyroll.app.browser"]);

const config = readFileSync(new URL("pyscript.toml", root), "utf8");
const files = [...config.matchAll(/^"\.\/(.+)" = "\.\/(.+)"$/gm)].map(([, address, place]) => ({ address, place }));
const python = await loadPyodide({ indexURL: fileURLToPath(new URL("static/vendor/pyodide/", root)) });
for (const { address, place } of files) {
  python.FS.mkdirTree(`${home}/${dirname(place)}`);
  python.FS.writeFile(`${home}/${place}`, readFileSync(new URL(address, root)));
}

const modules = files
  .filter(({ place }) => place.endsWith(".py"))
  .map(({ place }) => place.replace(/(\/__init__)?\.py$/, "").replaceAll("/", "."))
  .filter((name) => !PAGE_ONLY.has(name));

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
process.exitCode = failed || modules.length === 0 ? 1 : 0;

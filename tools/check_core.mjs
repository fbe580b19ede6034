// Runs the core's tests under the browser's Python: Pyodide in node, with the pruned library that the site ships.
//   node tools/check_core.mjs [PYTEST ARGUMENT …]
// check_core.py says what is left out and how pyroll is kept from the rest of the library.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY, filesOf, laterOf, load, run } from "./site.mjs";

run("core", async (...wanted) => {
  const shipped = [...filesOf(REPOSITORY), ...laterOf(REPOSITORY)].map(({ address }) => address);
  const python = await load(REPOSITORY, []); // the tests read the repository itself
  python.mountNodeFS("/repository", REPOSITORY);
  python.mountNodeFS("/packages", join(REPOSITORY, ".venv/pyodide"));
  python.FS.writeFile("/whole.zip", readFileSync(join(REPOSITORY, "node_modules/pyodide/python_stdlib.zip")));
  python.runPython("import sys; sys.path.insert(0, '/repository')");
  const { main } = python.pyimport("tools.check_core");
  return main(python.toPy(shipped), python.toPy(wanted));
});

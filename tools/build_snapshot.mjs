// Takes a picture of Python's memory with a site's modules imported: a later start restores it and runs nothing.
//   node tools/build_snapshot.mjs SITE OUTPUT
// What holds a JavaScript reference cannot be in it (pyroll.app.browser), and what is in it wins over the files
// beside it: tools/packing.py names the picture by the sources, and static/start.mjs asks for that name only.
import crypto, { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { filesOf, load, modulesOf, pyscriptOf, run } from "./site.mjs";

const PREPARE = `
import gc, importlib, importlib.util, sys
for name in names:
    importlib.import_module(name)

class Compiled:
    """Finds PyScript's own modules, which it writes and imports at each start. They take hold of the browser, so
    that no snapshot can hold them; but it holds what they were compiled to. (A twentieth of a start.)
    """

    def __init__(self, modules):
        self.codes = {name: compile(source, place, "exec", dont_inherit=True) for name, place, source in modules}

    def find_spec(self, name, path=None, target=None):
        if name in self.codes:
            place = self.codes[name].co_filename
            within = [place.removesuffix("/__init__.py")] if place.endswith("/__init__.py") else None
            return importlib.util.spec_from_file_location(name, place, loader=self, submodule_search_locations=within)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.codes.pop(module.__name__), module.__dict__)

sys.meta_path.insert(0, Compiled(pyscript))
sys.pyroll_sources = dict(sources)  # for the check that these are the files beside it
importlib.invalidate_caches()  # the files come back at each start, under other dates
del name, names, pyscript, sources, Compiled
gc.collect()
`;

// The same sources give the same file, so that a build changes nothing that has not changed. (Of chance a snapshot
// holds nothing anyway: it comes back the same at every start. The dice are drawn from the browser each time.)
crypto.randomFillSync = (view) => view.fill(0);
Date.now = () => Date.UTC(2020);
performance.now = () => 0;

run("snapshot", async (site, output) => {
  const files = filesOf(site);
  const modules = modulesOf(files);
  const env = { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" };
  const python = await load(site, files, { env, _makeSnapshot: true });
  const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
  const sources = files.map(({ place, bytes }) => [place, hash(bytes)]);
  python.globals.set("sources", python.toPy(sources));
  python.globals.set("names", python.toPy(modules));
  python.globals.set("pyscript", python.toPy(pyscriptOf(site)));
  python.runPython(PREPARE);
  const memory = python.makeMemorySnapshot();
  let end = memory.length;
  while (memory[end - 1] === 0) end -= 1;
  const trimmed = memory.subarray(0, Math.ceil(end / 16) * 16);
  const zipped = gzipSync(trimmed, { level: 9 });
  writeFileSync(output, zipped);
  console.log(`snapshot: ${modules.length} modules, ${trimmed.length} bytes, gzip ${zipped.length}`);
});

// Takes a picture of Python's memory with a site's modules imported: a later start restores it and runs nothing.
//   node tools/build_snapshot.mjs SITE OUTPUT
// What holds a JavaScript reference cannot be in it (pyroll.app.browser), and what is in it wins over the files
// beside it: tools/snapshot.py names the picture by the sources, and static/start.mjs asks for that name only.
import crypto, { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { filesOf, load, modulesOf, run } from "./site.mjs";

const PREPARE = `
import gc, importlib, sys
for name in names:
    importlib.import_module(name)
sys.pyroll_sources = dict(sources)  # for the check that these are the files beside it
importlib.invalidate_caches()  # the files come back at each start, under other dates
del importlib, name, names, sources
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
  python.runPython(PREPARE);
  const memory = python.makeMemorySnapshot();
  let end = memory.length;
  while (memory[end - 1] === 0) end -= 1;
  const trimmed = memory.subarray(0, Math.ceil(end / 16) * 16);
  const zipped = gzipSync(trimmed, { level: 9 });
  writeFileSync(output, zipped);
  console.log(`snapshot: ${modules.length} modules, ${trimmed.length} bytes, gzip ${zipped.length}`);
});

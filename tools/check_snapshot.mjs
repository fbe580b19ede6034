// Restores a site's snapshot and prints, as JSON, what is in it: the sources it was made of, what is imported, and
// which of PyScript's modules it finds, compiled from what PyScript carries.
//   node tools/check_snapshot.mjs SITE SNAPSHOT
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { load, pyscriptOf, run } from "./site.mjs";

run("snapshot", async (site, snapshot) => {
  const python = await load(site, [], { _loadSnapshot: gunzipSync(readFileSync(snapshot)) });
  python.globals.set("pyscript", python.toPy(pyscriptOf(site)));
  console.log(
    python.runPython(`
import importlib.util, json, sys
codes = importlib.util.find_spec("pyscript").loader.codes
compiled = [name for name, place, source in pyscript if codes[name] == compile(source, place, "exec", dont_inherit=True)]
json.dumps({"sources": sys.pyroll_sources, "modules": sorted(sys.modules), "compiled": compiled})
`),
  );
});

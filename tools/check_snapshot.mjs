// Restores a site's snapshot and prints, as JSON, what is in it: the sources it was made of and what is imported.
//   node tools/check_snapshot.mjs SITE SNAPSHOT
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { load, run } from "./site.mjs";

run("snapshot", async (site, snapshot) => {
  const python = await load(site, [], { _loadSnapshot: gunzipSync(readFileSync(snapshot)) });
  const known = "json.dumps({'sources': sys.pyroll_sources, 'modules': sorted(sys.modules)})";
  console.log(python.runPython(`import json, sys; ${known}`));
});

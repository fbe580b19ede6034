// What the odds add to the import of the rules, in the browser's Python (Pyodide in node: the same engine as Chromium).
//   node tools/bench_import.mjs
import { performance } from "node:perf_hooks";
import { REPOSITORY, filesOf, load, run } from "./site.mjs";

const RUNS = 7;

run("import", async () => {
  const files = filesOf(REPOSITORY);
  const taken = [];
  for (let at = 0; at < RUNS; at += 1) {
    const python = await load(REPOSITORY, files);
    python.runPython("import pyroll.resolve, pyroll.systems");
    const known = "len([name for name in sys.modules if name.startswith('pyroll')])";
    const before = python.runPython(`import sys; ${known}`);
    const begun = performance.now();
    python.runPython("import pyroll.odds, pyroll.law");
    taken.push({ ms: performance.now() - begun, modules: python.runPython(known) - before });
  }
  taken.sort((one, other) => one.ms - other.ms);
  const ms = ({ ms }) => ms.toFixed(1);
  const middle = taken[(RUNS - 1) / 2];
  console.log(`| import of the odds, beside the rules (${middle.modules} modules) | ${ms(middle)} | ${ms(taken[0])} – ${ms(taken.at(-1))} | |`);
});

// Packs the standard library that the site ships: compiled and pruned, byte for byte repeatable.
// Compiled, since parsing the sources is most of Python's start in a browser; the same Pyodide
// that the site ships compiles, so that the byte code is its own.
//   node tools/build_stdlib.mjs OUTPUT.zip
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const output = process.argv[2];
const here = (name) => new URL(name, import.meta.url);
const named = readFileSync(here("stdlib.txt"), "utf8")
  .split("\n")
  .map((line) => line.replace(/#.*/, "").trim())
  .filter(Boolean);
const roots = named.filter((name) => !name.startsWith("-"));
const left = named.filter((name) => name.startsWith("-")).map((name) => name.slice(1));
const ours = readdirSync(here("library/")).filter((name) => name.endsWith(".py"));

// A fixed hash seed: the order of a set constant goes into the byte code.
const python = await loadPyodide({ env: { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" } });
python.globals.set("roots", python.toPy(roots));
python.globals.set("left", python.toPy(left));
python.globals.set("ours", python.toPy(ours.map((name) => [name, readFileSync(here(`library/${name}`), "utf8")])));
python.runPython(`
import importlib, importlib._bootstrap_external, importlib.util, io, sys, zipfile

archive_path = next(entry for entry in sys.path if entry.endswith(".zip"))
with zipfile.ZipFile(archive_path) as archive:
    sources = {name: archive.read(name) for name in archive.namelist() if name.endswith(".py")}

def source_of(module):
    stem = module.replace(".", "/")
    return next((name for name in (stem + ".py", stem + "/__init__.py") if name in sources), None)

for root in roots:
    importlib.import_module(root)

taken = sorted({
    name for module in sys.modules if module.partition(".")[0] not in left and (name := source_of(module))
})
for name, source in ours:
    sources[name] = source.encode()
if missing := [*(name for name in left if not source_of(name)), *(name for name, _ in ours if name not in taken)]:
    raise SystemExit(f"the library does not have {missing}")

packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    for name in taken:
        source = sources[name]
        code = compile(source, f"{archive_path}/{name}", "exec", dont_inherit=True, optimize=0)
        data = importlib._bootstrap_external._code_to_hash_pyc(code, importlib.util.source_hash(source), False)
        entry = zipfile.ZipInfo(name + "c", (2020, 1, 1, 0, 0, 0))
        archive.writestr(entry, data, compress_type=zipfile.ZIP_DEFLATED, compresslevel=9)
`);
const packed = python.globals.get("packed").getvalue();
writeFileSync(output, packed.toJs());
console.log(`stdlib: ${python.globals.get("taken").length} modules`);

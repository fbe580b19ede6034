// Looks for the snapshot of Python's memory, and unpacks it beside the page while this is still being read; then
// static/start.mjs restores it. Loaded twice: by the page of a built site, and by the worker that unpacks.
"use strict";
if (globalThis.document) {
  const CACHE = "snapshot";
  const name = document.querySelector("meta[name=pyroll-start]").content;
  const script = document.currentScript.src;
  const address = script.replace(/[^/]*$/, `${name}.snap`);

  // Named, so that the browser does not look through the whole copies first: a tenth of the time until the first verdict
  const kept = async () => globalThis.caches?.match(address, { cacheName: CACHE });

  // A browser may end a page that restores a snapshot, without a word. Starts that did not come to their end are
  // counted, and after two the next one is plain; a person who goes away has not seen an end.
  const unfinished = {
    count() {
      const [of, count] = (localStorage.getItem("pyroll.start") ?? "").split(" ");
      return of === name ? Number(count) : 0;
    },
    forget: () => localStorage.removeItem("pyroll.start"),
    begin() {
      localStorage.setItem("pyroll.start", `${name} ${this.count() + 1}`);
      const ended = new AbortController();
      const end = () => (this.forget(), ended.abort());
      for (const name of ["py:done", "pagehide"]) addEventListener(name, end, { signal: ended.signal });
    },
  };

  // In milliseconds: far longer than a slow tablet takes, and no longer than a person waits
  const PATIENCE = 20_000;
  const intime = (promise) =>
    new Promise((done, fail) => {
      promise.then(done, fail);
      setTimeout(fail, PATIENCE, new Error("no answer"));
    });

  const unpacked = () =>
    new Promise((done, fail) => {
      const types = globalThis.trustedTypes?.createPolicy("pyroll-snapshot", { createScriptURL: () => script });
      const worker = new Worker(types?.createScriptURL("") ?? script);
      worker.onmessage = ({ data: { memory, error } }) => (memory ? done(memory) : fail(new Error(error)));
      worker.onmessageerror = () => fail(new Error("no memory"));
      worker.onerror = (event) => {
        event.preventDefault(); // whoever waits for the memory says it
        fail(new Error(event.message ?? "no worker"));
      };
      worker.postMessage({ address, cacheName: CACHE });
    });

  /** The memory, as a promise that may fail; or undefined, where Python is to start plainly. */
  const found = async () => {
    if (!globalThis.DecompressionStream || !(await intime(kept()))) return undefined;
    if (unfinished.count() >= 2) {
      addEventListener("py:done", unfinished.forget, { once: true });
      return undefined;
    }
    unfinished.begin();
    const memory = intime(unpacked());
    memory.catch(() => {}); // whoever waits for it will see it
    return { memory };
  };
  globalThis.pyrollSnapshot = { address, cache: CACHE, kept, found: found().catch(() => undefined) };
} else
  onmessage = async ({ data: { address, cacheName } }) => {
    try {
      const { body } = await caches.match(address, { cacheName });
      const memory = await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
      postMessage({ memory }, [memory]);
    } catch (error) {
      postMessage({ error: String(error) }); // the page would never hear of what fails later than at once
    }
    close();
  };

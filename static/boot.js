// Starts PyScript under the page's strict policy, and says when Python did not come up.
import { hooks } from "./vendor/pyscript/core.js";

// PyScript evaluates its worker hooks even on the main thread, which needs 'unsafe-eval'.
hooks.worker.onBeforeRunAsync.clear();

const root = document.documentElement;

// PyScript says "all done" after a failed import too: only Python itself sets "ready".
addEventListener("py:all-done", () => {
  if (root.dataset.pyroll !== "ready") root.dataset.pyroll = "failed";
});

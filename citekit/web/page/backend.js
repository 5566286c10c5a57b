// The backend of the page: citekit serve on this computer (its URL has a token), or Python in the browser.

const token = new URLSearchParams(location.search).get("token");
export const served = Boolean(token);

async function requestFromServer(name, request) {
  const response = await fetch(`ask/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Citekit-Token": token },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** A worker that runs Python. It is created from a blob, so that the content security policy of the page applies to it. */
function startWorker(showStatus) {
  navigator.serviceWorker?.register("offline.js").catch(() => {});  // without it the page only opens online
  const code = `import ${JSON.stringify(new URL("worker.js", location.href).href)};`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  const waiting = new Map();
  let number = 0;
  worker.onmessage = ({ data }) => {
    if (data.status !== undefined) return showStatus(data.status);
    const { resolve } = waiting.get(data.number);
    waiting.delete(data.number);
    resolve(JSON.parse(data.answer));
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || "Python could not be started"));
    waiting.clear();
  };
  return (name, request) =>
    new Promise((resolve, reject) => {
      waiting.set(++number, { resolve, reject });
      worker.postMessage({ number, name, request: JSON.stringify(request) });
    });
}

/** Return a function that sends a request of this name; `showStatus` is called while the page is loading. */
export function backend(showStatus) {
  const send = served ? requestFromServer : startWorker(showStatus);
  return async (name, request = {}) => {
    const response = await send(name, request);
    if (response.error) throw Object.assign(new Error(response.error), { hint: response.hint });
    return response;
  };
}

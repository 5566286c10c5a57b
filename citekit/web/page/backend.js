// Who answers the page: citekit serve on this machine (the address has its token), or Python in this browser.

const token = new URLSearchParams(location.search).get("token");
export const served = Boolean(token);

async function askServer(name, asked) {
  const answer = await fetch(`ask/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Citekit-Token": token },
    body: JSON.stringify(asked),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** A worker that runs Python; it is made inside of the page's own policy, which it so shares. */
function startWorker(told) {
  navigator.serviceWorker?.register("offline.js").catch(() => {});  // without it the page needs the network to open
  const code = `import ${JSON.stringify(new URL("worker.js", location.href).href)};`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  const waiting = new Map();
  let number = 0;
  worker.onmessage = ({ data }) => {
    if (data.told !== undefined) return told(data.told);
    const { resolve } = waiting.get(data.number);
    waiting.delete(data.number);
    resolve(JSON.parse(data.answer));
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || "Python could not be started"));
    waiting.clear();
  };
  return (name, asked) =>
    new Promise((resolve, reject) => {
      waiting.set(++number, { resolve, reject });
      worker.postMessage({ number, name, asked: JSON.stringify(asked) });
    });
}

/** A function that asks a question by its name; `told` hears what is being loaded. */
export function backend(told) {
  const ask = served ? askServer : startWorker(told);
  return async (name, asked = {}) => {
    const answer = await ask(name, asked);
    if (answer.error) throw Object.assign(new Error(answer.error), { hint: answer.hint });
    return answer;
  };
}

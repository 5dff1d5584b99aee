/** Lets the browser install the portal and show a page of it without a connection. Where it cannot, nothing is missing. */
export function registerWorker(basePath: string) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(`${basePath}/service-worker.js`, { scope: `${basePath}/` }).catch(() => {})
}

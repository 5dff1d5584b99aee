/**
 * Registers the service worker, so that the browser can install the portal and show an offline page. Without support
 * nothing is missing.
 */
export function registerWorker(basePath: string) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(`${basePath}/service-worker.js`, { scope: `${basePath}/` }).catch(() => {})
}

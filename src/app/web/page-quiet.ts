// As long as a first view may still be fetching something that it shows.
const quietMs = 1_200

/** Resolves once a page has loaded, has fetched nothing for a while, and the browser is idle. */
export async function pageIsQuiet(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise<void>((resolve) => {
    let timer = setTimeout(end, quietMs)
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(end, quietMs)
    })
    observer.observe({ type: 'resource' })
    function end() {
      observer.disconnect()
      resolve()
    }
  })
  await new Promise<void>((resolve) => (window.requestIdleCallback ?? setTimeout)(() => resolve()))
}

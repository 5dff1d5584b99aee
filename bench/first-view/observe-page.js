// Runs in each measured page before its own scripts: collects what the browser says about its speed.
const seen = { largestPaintMs: 0, layoutShift: 0, longestInteractionMs: 0 }
Object.assign(window, { seen })

const observe = (type, note, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })

observe('largest-contentful-paint', ({ startTime }) => {
  seen.largestPaintMs = startTime
})
observe('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) seen.layoutShift += value
})
observe(
  'event',
  ({ duration, interactionId }) => {
    if (interactionId) seen.longestInteractionMs = Math.max(seen.longestInteractionMs, duration)
  },
  { durationThreshold: 16 },
)

/** Resolves to the milliseconds from the next click until the frame in which an element is visible. */
window.timeFromClick = (selector) =>
  new Promise((resolve) => {
    addEventListener(
      'click',
      () => {
        const start = performance.now()
        const look = () =>
          document.querySelector(selector)?.checkVisibility()
            ? requestAnimationFrame(() => resolve(performance.now() - start))
            : requestAnimationFrame(look)
        look()
      },
      { capture: true, once: true },
    )
  })

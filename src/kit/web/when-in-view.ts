/** How far below or above the window an element counts as in view already. */
const margin = '200px 0px'

/**
 * Calls back once an element comes into view, or is printed. What is drawn with code of its own loads it then: most
 * visitors of a page do not scroll that far.
 * @returns a function that stops waiting
 */
export function whenInView(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) show()
    },
    { rootMargin: margin },
  )
  const stop = () => {
    observer.disconnect()
    removeEventListener('beforeprint', show)
  }
  const show = () => {
    stop()
    callback()
  }
  observer.observe(element)
  addEventListener('beforeprint', show)
  return stop
}

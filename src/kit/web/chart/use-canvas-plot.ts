import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CanvasPlot } from './canvas-plot.ts'
import type { MouseOnBars } from './drawing.ts'

/** The canvas of a host, once its chunk has come; null until then. It keeps its colours when light turns to dark. */
export function useCanvasPlot(host: RefObject<HTMLElement | null>, mouse: MouseOnBars): CanvasPlot | null {
  const [plot, setPlot] = useState<CanvasPlot | null>(null)
  const latest = useRef(mouse)
  useEffect(() => {
    latest.current = mouse
  })

  useEffect(() => {
    let isGone = false
    let made: CanvasPlot | undefined
    void import('./canvas-plot.ts').then(({ makeCanvasPlot }) => {
      if (isGone || !host.current) return
      made = makeCanvasPlot(host.current, {
        onHover: (bar) => latest.current.onHover(bar),
        onPress: (bar, event) => latest.current.onPress(bar, event),
        onDrag: (from, to) => latest.current.onDrag(from, to),
      })
      setPlot(made)
    })
    return () => {
      isGone = true
      made?.destroy()
      setPlot(null)
    }
  }, [host])

  useEffect(() => (plot ? onOtherLook(() => plot.repaint()) : undefined), [plot])
  return plot
}

const looks = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)', 'print']

/** Tells when colours or letters may have changed: another mode, another brand, paper, a font that has come. */
function onOtherLook(tell: () => void): () => void {
  const queries = looks.map((look) => matchMedia(look))
  const attributes = new MutationObserver(tell)
  attributes.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mode', 'data-brand', 'style'],
  })
  for (const query of queries) query.addEventListener('change', tell)
  document.fonts.addEventListener('loadingdone', tell)
  return () => {
    attributes.disconnect()
    for (const query of queries) query.removeEventListener('change', tell)
    document.fonts.removeEventListener('loadingdone', tell)
  }
}

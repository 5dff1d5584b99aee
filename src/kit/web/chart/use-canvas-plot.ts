import { type RefObject, useEffect, useRef, useState } from 'react'
import { whenInView } from '../when-in-view.ts'
import type { CanvasPlot } from './canvas-plot.ts'
import type { PlotMouseHandlers } from './plot-state.ts'

/**
 * Returns the canvas plot of a host, whose chunk loads when the host comes into view; null until then. It is repainted when the colour scheme
 * changes.
 */
export function useCanvasPlot(host: RefObject<HTMLElement | null>, handlers: PlotMouseHandlers): CanvasPlot | null {
  const [plot, setPlot] = useState<CanvasPlot | null>(null)
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })

  useEffect(() => {
    let isUnmounted = false
    let created: CanvasPlot | undefined
    async function create() {
      const { makeCanvasPlot } = await import('./canvas-plot.ts')
      if (isUnmounted || !host.current) return
      created = makeCanvasPlot(host.current, {
        onHover: (bar) => latest.current.onHover(bar),
        onPress: (bar, event) => latest.current.onPress(bar, event),
        onDrag: (from, to) => latest.current.onDrag(from, to),
      })
      setPlot(created)
    }
    const stop = host.current ? whenInView(host.current, create) : undefined
    return () => {
      isUnmounted = true
      stop?.()
      created?.destroy()
      setPlot(null)
    }
  }, [host])

  useEffect(() => (plot ? watchAppearance(() => plot.repaint()) : undefined), [plot])
  return plot
}

const appearanceQueries = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
  'print',
]

/** Watches for changes of colours or fonts: another mode, another brand, printing, a font that has loaded. */
function watchAppearance(onChange: () => void): () => void {
  const queries = appearanceQueries.map((query) => matchMedia(query))
  const attributes = new MutationObserver(onChange)
  attributes.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mode', 'data-brand', 'style'],
  })
  for (const query of queries) query.addEventListener('change', onChange)
  document.fonts.addEventListener('loadingdone', onChange)
  return () => {
    attributes.disconnect()
    for (const query of queries) query.removeEventListener('change', onChange)
    document.fonts.removeEventListener('loadingdone', onChange)
  }
}

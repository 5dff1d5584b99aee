import type { ChartData } from './chart-data.ts'
import { chartImage, type ImageWords } from './chart-image.ts'
import type { Drawing, MouseOnBars } from './drawing.ts'
import { makePainter, type Painter } from './painter.ts'
import { makePanePlot, type PanePlot } from './pane-plot.ts'
import { areSameBars, type Stretch, stackOf } from './stretches.ts'

/** Bars on a canvas, and what can be asked of them. */
export type CanvasPlot = {
  draw: (drawing: Drawing) => void
  /** Draws again with the tokens as they are now. */
  repaint: () => void
  /** The bar at a place of the window, which may lie beside the bars. */
  barAt: (clientX: number) => number
  /** Where the middle of a stretch is, in pixels from the left edge of the host. */
  middleOf: (stretch: Stretch) => number
  image: (words: ImageWords) => Promise<Blob>
  destroy: () => void
}

/** Of two panes the first is the one that people came for. */
const firstPaneShare = 0.6

/** Draws bars into an element, in one pane or two on the same axis of time. */
export function makeCanvasPlot(host: HTMLElement, mouse: MouseOnBars): CanvasPlot {
  let panes: PanePlot[] = []
  let painter = makePainter(host, devicePixelRatio)
  let latest: Drawing | undefined
  let grownData: ChartData | undefined
  let frame = 0

  function draw(drawing: Drawing) {
    latest = drawing
    panes = fitted(panes, drawing, { host, mouse })
    if (!grownData || !areSameBars(drawing.data, grownData)) grow(drawing.data)
    else drawPanes(1)
  }

  // Bars grow from the axis once, when they are new.
  function grow(data: ChartData) {
    grownData = data
    cancelAnimationFrame(frame)
    const lastsMs = painter.durationMs('--slow')
    const startedAt = performance.now()
    const step = () => {
      const share = lastsMs ? Math.min(1, (performance.now() - startedAt) / lastsMs) : 1
      drawPanes(1 - (1 - share) ** 3)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    step()
  }

  function drawPanes(grown: number) {
    if (latest) drawAll(panes, latest, painter, grown)
  }

  return {
    draw,
    repaint() {
      painter = makePainter(host, devicePixelRatio)
      drawPanes(1)
    },
    barAt: (clientX) => panes[0]!.barAt(clientX),
    middleOf: (stretch) => panes[0]!.middleOf(stretch),
    image: (words) => chartImage({ canvases: panes.map(({ canvas }) => canvas()), painter, words }),
    destroy() {
      cancelAnimationFrame(frame)
      for (const pane of panes) pane.destroy()
      panes = []
    },
  }
}

function fitted(panes: PanePlot[], { data }: Drawing, { host, mouse }: { host: HTMLElement; mouse: MouseOnBars }) {
  if (panes.length === data.panes.length) return panes
  for (const pane of panes) pane.destroy()
  return data.panes.map(() => makePanePlot(host, mouse))
}

function drawAll(plots: readonly PanePlot[], drawing: Drawing, painter: Painter, grown: number) {
  const { data, stretches, heightPx } = drawing
  const stacks = data.panes.map((pane) => stretches.map((stretch) => stackOf(pane.series, stretch)))
  const prepared = plots.map((plot, index) =>
    plot.prepare({ pane: data.panes[index]!, stacks: stacks[index]!, painter, drawing }),
  )
  // All panes begin at the same place, so that what belongs together stands under each other.
  const axisWidthPx = Math.max(...prepared.map(({ axisWidthPx }) => axisWidthPx))
  const axisHeightPx = prepared.at(-1)!.axisHeightPx
  for (const [index, plot] of plots.entries()) {
    const isLast = index === plots.length - 1
    plot.draw({
      axisWidthPx,
      grown,
      isLast,
      heightPx: plots.length === 1 ? heightPx : paneHeight(heightPx, axisHeightPx, isLast),
    })
  }
}

function paneHeight(heightPx: number, axisHeightPx: number, isLast: boolean): number {
  const bars = heightPx - axisHeightPx
  return Math.round(isLast ? bars * (1 - firstPaneShare) + axisHeightPx : bars * firstPaneShare)
}

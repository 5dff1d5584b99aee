import { areSameBars, type BarRange, stackOf } from './bar-groups.ts'
import type { ChartData } from './chart-data.ts'
import { drawChartImage, type ImageCaption } from './chart-image.ts'
import { type ChartTheme, readChartTheme } from './chart-theme.ts'
import { makePlotPane, type PlotPane } from './plot-pane.ts'
import type { PlotMouseHandlers, PlotState } from './plot-state.ts'

/** A bar chart on a canvas. */
export type CanvasPlot = {
  draw: (state: PlotState) => void
  /** Redraws with the current design tokens. */
  repaint: () => void
  /** Returns the bar at a horizontal window position, which may be outside the bars. */
  barAt: (clientX: number) => number
  /** Returns the middle of a range, in pixels from the left edge of the host. */
  middleOf: (range: BarRange) => number
  image: (caption: ImageCaption) => Promise<Blob>
  destroy: () => void
}

/** The share of the first of two panes, which shows the main measure. */
const firstPaneShare = 0.6

/** Creates a chart in an element, in one pane or two on the same time axis. */
export function makeCanvasPlot(host: HTMLElement, handlers: PlotMouseHandlers): CanvasPlot {
  let panes: PlotPane[] = []
  let theme = readChartTheme(host, devicePixelRatio)
  let latest: PlotState | undefined
  let drawnData: ChartData | undefined
  let frame = 0

  function draw(state: PlotState) {
    latest = state
    panes = syncPanes(panes, state, { host, handlers })
    const isChanged = drawnData && !areSameBars(state.data, drawnData)
    drawnData = state.data
    if (isChanged) animateGrowth()
    else drawPanes(1)
  }

  // New bars grow from the axis once, in the place of others. What is drawn first is drawn whole: it is part of the page.
  function animateGrowth() {
    cancelAnimationFrame(frame)
    const durationMs = theme.durationMs('--slow')
    const startedAt = performance.now()
    const step = () => {
      const share = durationMs ? Math.min(1, (performance.now() - startedAt) / durationMs) : 1
      drawPanes(1 - (1 - share) ** 3)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    step()
  }

  function drawPanes(growth: number) {
    if (latest) drawPlots(panes, latest, theme, growth)
  }

  return {
    draw,
    repaint() {
      theme = readChartTheme(host, devicePixelRatio)
      drawPanes(1)
    },
    barAt: (clientX) => panes[0]!.barAt(clientX),
    middleOf: (range) => panes[0]!.middleOf(range),
    image: (caption) => drawChartImage({ canvases: panes.map(({ canvas }) => canvas()), theme, caption }),
    destroy() {
      cancelAnimationFrame(frame)
      for (const pane of panes) pane.destroy()
      panes = []
    },
  }
}

function syncPanes(
  panes: PlotPane[],
  { data }: PlotState,
  { host, handlers }: { host: HTMLElement; handlers: PlotMouseHandlers },
) {
  if (panes.length === data.panes.length) return panes
  for (const pane of panes) pane.destroy()
  return data.panes.map(() => makePlotPane(host, handlers))
}

function drawPlots(plots: readonly PlotPane[], state: PlotState, theme: ChartTheme, growth: number) {
  const { data, groups, heightPx } = state
  const stacks = data.panes.map((pane) => groups.map((range) => stackOf(pane.series, range)))
  const prepared = plots.map((plot, index) =>
    plot.prepare({ pane: data.panes[index]!, stacks: stacks[index]!, theme, state }),
  )
  // All panes start at the same x position, so that their bars are aligned.
  const axisWidthPx = Math.max(...prepared.map(({ axisWidthPx }) => axisWidthPx))
  const axisHeightPx = prepared.at(-1)!.axisHeightPx
  for (const [index, plot] of plots.entries()) {
    const isLast = index === plots.length - 1
    plot.draw({
      axisWidthPx,
      growth,
      isLast,
      heightPx: plots.length === 1 ? heightPx : paneHeight(heightPx, axisHeightPx, isLast),
    })
  }
}

function paneHeight(heightPx: number, axisHeightPx: number, isLast: boolean): number {
  const bars = heightPx - axisHeightPx
  return Math.round(isLast ? bars * (1 - firstPaneShare) + axisHeightPx : bars * firstPaneShare)
}

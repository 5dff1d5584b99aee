import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { BarRange, Stack } from './bar-groups.ts'
import { axisHeight } from './draw-axis.ts'
import { type MeasuredPane, measurePane, type PaneContent, type PaneLayout } from './pane-view.ts'
import { plotOptions } from './plot-options.ts'
import type { PlotMouseHandlers } from './plot-state.ts'

/** One measure on its own scale. */
export type PlotPane = {
  /** Takes the content to draw and returns how much room its axes need. */
  prepare: (content: PaneContent) => { axisWidthPx: number; axisHeightPx: number }
  draw: (layout: PaneLayout) => void
  barAt: (clientX: number) => number
  middleOf: (range: BarRange) => number
  canvas: () => HTMLCanvasElement
  destroy: () => void
}

/**
 * Creates a uPlot chart, which manages scales, grid, cursor and dragging; bars and axis labels are drawn by our code.
 */
export function makePlotPane(host: HTMLElement, handlers: PlotMouseHandlers): PlotPane {
  let measured: MeasuredPane
  let layout: PaneLayout
  let plot: uPlot | undefined

  function barAt(clientX: number): number {
    return plot ? Math.round(plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x')) : 0
  }

  return {
    prepare(content) {
      measured = measurePane(content)
      return { axisWidthPx: measured.axisWidthPx, axisHeightPx: axisHeight(measured.rows) }
    },
    draw(next) {
      layout = next
      const { stacks, state } = measured.content
      const size = { width: state.widthPx, height: next.heightPx }
      if (!plot) {
        plot = new uPlot(
          plotOptions(size, () => ({ ...measured, layout }), handlers),
          dataOf(stacks),
          host,
        )
        plot.over.addEventListener('click', (event) => handlers.onPress(barAt(event.clientX), event))
        return
      }
      if (plot.width !== size.width || plot.height !== size.height) plot.setSize(size)
      plot.setData(dataOf(stacks))
    },
    barAt,
    middleOf({ first, last }) {
      return plot ? plot.over.offsetLeft + plot.valToPos((first + last) / 2, 'x') : 0
    },
    canvas: () => plot!.ctx.canvas,
    destroy() {
      plot?.destroy()
    },
  }
}

// uPlot requires values; the bars themselves are drawn by our code.
function dataOf(stacks: readonly Stack[]): uPlot.AlignedData {
  return [stacks.map(({ first, last }) => (first + last) / 2), stacks.map(({ total }) => total)]
}

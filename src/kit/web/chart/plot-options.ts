import uPlot from 'uplot'
import type { Token } from './chart-data.ts'
import type { ChartTheme } from './chart-theme.ts'
import { axisHeight, labelSize } from './draw-axis.ts'
import type { PlotCanvas } from './draw-bars.ts'
import { drawPaneBackground, drawPaneForeground } from './draw-pane.ts'
import { type PaneView, tickGap } from './pane-view.ts'
import type { PlotMouseHandlers } from './plot-state.ts'

type ViewOf = () => PaneView

// In CSS pixels.
const titleHeight = 26
const rightMargin = 4
const dragThreshold = 6

/** Returns uPlot's options for a pane. `viewOf` is called at each drawing, because the view changes over time. */
export function plotOptions(
  size: { width: number; height: number },
  viewOf: ViewOf,
  handlers: PlotMouseHandlers,
): uPlot.Options {
  return {
    ...size,
    legend: { show: false },
    padding: [titleHeight, rightMargin, 0, 0],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: dragThreshold },
      bind: { dblclick: () => null },
    },
    scales: scalesOf(viewOf),
    series: [{}, { paths: () => null, points: { show: false } }],
    axes: axesOf(viewOf),
    hooks: {
      drawClear: [(u) => drawPaneBackground(plotCanvasOf(u, viewOf().content.theme), viewOf().content)],
      draw: [(u) => drawPaneForeground(plotCanvasOf(u, viewOf().content.theme), viewOf())],
      setCursor: [(u) => handlers.onHover(hoveredBar(u))],
      setSelect: [(u) => endDrag(u, handlers)],
    },
  }
}

function scalesOf(viewOf: ViewOf): uPlot.Scales {
  return {
    x: {
      time: false,
      range() {
        const { first, last } = viewOf().content.state.visibleRange
        return [first - 0.5, last + 0.5]
      },
    },
    y: {
      range() {
        const { min, max } = viewOf().scale
        return [min, max]
      },
    },
  }
}

function axesOf(viewOf: ViewOf): uPlot.Axis[] {
  const colorOf = (token: Token) => () => viewOf().content.theme.color(token)
  return [
    {
      size: () => (viewOf().layout.isLast ? axisHeight(viewOf().rows) : 8),
      splits: () => [],
      grid: { show: false },
      ticks: { show: false },
    },
    {
      size: () => viewOf().layout.axisWidthPx,
      gap: tickGap,
      font: viewOf().content.theme.font(400, labelSize),
      stroke: colorOf('--ink-2'),
      splits: () => viewOf().scale.ticks,
      values: () => viewOf().scale.ticks.map((tick) => viewOf().content.pane.formatTick(tick)),
      grid: { stroke: colorOf('--line'), width: 1 },
      ticks: { show: false },
    },
  ]
}

function plotCanvasOf(u: uPlot, theme: ChartTheme): PlotCanvas {
  return {
    context: u.ctx,
    theme,
    ratio: uPlot.pxRatio,
    ...u.bbox,
    canvasWidth: u.ctx.canvas.width,
    canvasHeight: u.ctx.canvas.height,
    xOf: (bar) => u.valToPos(bar - 0.5, 'x', true),
    yOf: (value) => u.valToPos(value, 'y', true),
  }
}

function hoveredBar(u: uPlot): number | null {
  const { left = -1 } = u.cursor
  return left < 0 ? null : Math.round(u.posToVal(left, 'x'))
}

function endDrag(u: uPlot, { onDrag }: PlotMouseHandlers) {
  const { left, width } = u.select
  if (width <= 0) return
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  onDrag(Math.round(u.posToVal(left, 'x')), Math.round(u.posToVal(left + width, 'x')))
}

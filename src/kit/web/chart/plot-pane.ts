import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { chooseRoundTicksWithin } from '../../round-ticks.ts'
import { type BarRange, type Stack, sumOf } from './bar-groups.ts'
import type { Pane } from './chart-data.ts'
import type { ChartTheme } from './chart-theme.ts'
import { type AxisRows, axisHeight, doTotalsFit, drawAxis, labelSize } from './draw-axis.ts'
import { drawBars, drawMarks, drawMissing, type PlotCanvas, slotOf } from './draw-bars.ts'
import type { PlotMouseHandlers, PlotState } from './plot-state.ts'

type PaneContent = { pane: Pane; stacks: readonly Stack[]; theme: ChartTheme; state: PlotState }
type PaneLayout = { axisWidthPx: number; heightPx: number; growth: number; isLast: boolean }

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

// In CSS pixels.
const titleHeight = 26
const rightMargin = 4
const tickGap = 8
const dragThreshold = 6
/** The height of the outline for missing data, relative to the scale. */
const missingShare = 0.25

/**
 * Creates a uPlot chart, which manages scales, grid, cursor and dragging; bars and axis labels are drawn by our code.
 */
export function makePlotPane(host: HTMLElement, handlers: PlotMouseHandlers): PlotPane {
  let content: PaneContent
  let layout: PaneLayout
  let rows: AxisRows
  let scale: Scale
  let plot: uPlot | undefined

  function prepare(next: PaneContent) {
    content = next
    scale = scaleOf(next.pane, next.stacks)
    const context = getMeasuringContext()
    const { theme, pane, stacks, state } = next
    context.font = theme.font(400, labelSize)
    const tickWidth = Math.max(...scale.ticks.map((tick) => context.measureText(pane.formatTick(tick)).width))
    const labelWidth = pane.totals ? context.measureText(pane.totals.label).width : 0
    const axisWidthPx = Math.ceil(Math.max(tickWidth, labelWidth)) + tickGap + 2
    const slotPx = (state.widthPx - axisWidthPx) / Math.max(1, stacks.length)
    rows = {
      hasStrip: Boolean(state.data.strip) && stacks.length === barCount(state.visibleRange),
      hasTotals: doTotalsFit(context, theme.font(600, labelSize), pane, stacks, slotPx),
    }
    return { axisWidthPx, axisHeightPx: axisHeight(rows) }
  }

  function draw(next: PaneLayout) {
    layout = next
    const size = { width: content.state.widthPx, height: next.heightPx }
    const data = dataOf(content.stacks)
    if (!plot) {
      plot = new uPlot(options(size), data, host)
      plot.over.addEventListener('click', (event) => handlers.onPress(barAt(event.clientX), event))
      return
    }
    if (plot.width !== size.width || plot.height !== size.height) plot.setSize(size)
    plot.setData(data)
  }

  function options(size: { width: number; height: number }): uPlot.Options {
    const { theme } = content
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
      scales: {
        x: {
          time: false,
          range: () => [content.state.visibleRange.first - 0.5, content.state.visibleRange.last + 0.5],
        },
        y: { range: () => [scale.min, scale.max] },
      },
      series: [{}, { paths: () => null, points: { show: false } }],
      axes: [
        {
          size: () => (layout.isLast ? axisHeight(rows) : 8),
          splits: () => [],
          grid: { show: false },
          ticks: { show: false },
        },
        {
          size: () => layout.axisWidthPx,
          gap: tickGap,
          font: theme.font(400, labelSize),
          stroke: () => content.theme.color('--ink-2'),
          splits: () => scale.ticks,
          values: () => scale.ticks.map((tick) => content.pane.formatTick(tick)),
          grid: { stroke: () => content.theme.color('--line'), width: 1 },
          ticks: { show: false },
        },
      ],
      hooks: {
        drawClear: [(u) => drawBackground(plotCanvasOf(u))],
        draw: [(u) => drawForeground(plotCanvasOf(u))],
        setCursor: [(u) => handlers.onHover(hoveredBar(u))],
        setSelect: [endDrag],
      },
    }
  }

  function drawBackground(canvas: PlotCanvas) {
    const { context, theme, ratio, top, canvasHeight } = canvas
    const { selected } = content.state
    // uPlot caches its last canvas settings, so they must be restored.
    context.save()
    if (selected) {
      const slot = slotOf(canvas, selected)
      context.fillStyle = theme.color('--brand-tint')
      context.beginPath()
      context.roundRect(slot.x, top - 8 * ratio, slot.width, canvasHeight - top + 8 * ratio, 6 * ratio)
      context.fill()
    }
    context.font = theme.font(400, labelSize * ratio)
    context.fillStyle = theme.color('--ink-2')
    context.textBaseline = 'top'
    context.textAlign = 'left'
    context.fillText(content.pane.title, 0, 2 * ratio)
    context.restore()
  }

  function drawForeground(canvas: PlotCanvas) {
    const { pane, stacks, state } = content
    canvas.context.save()
    canvas.context.textAlign = 'left'
    drawZeroLine(canvas)
    drawBars(canvas, pane, stacks, layout.growth)
    if (state.data.isMissing) drawMissing(canvas, state.data.isMissing, stacks, scale.max * missingShare)
    if (pane.marks) drawMarks(canvas, pane.marks, stacks)
    if (layout.isLast) drawAxis(canvas, { ...state, pane, stacks }, rows)
    canvas.context.restore()
  }

  function plotCanvasOf(u: uPlot): PlotCanvas {
    return {
      context: u.ctx,
      theme: content.theme,
      ratio: uPlot.pxRatio,
      ...u.bbox,
      canvasWidth: u.ctx.canvas.width,
      canvasHeight: u.ctx.canvas.height,
      xOf: (bar) => u.valToPos(bar - 0.5, 'x', true),
      yOf: (value) => u.valToPos(value, 'y', true),
    }
  }

  function endDrag(u: uPlot) {
    const { left, width } = u.select
    if (width <= 0) return
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    handlers.onDrag(Math.round(u.posToVal(left, 'x')), Math.round(u.posToVal(left + width, 'x')))
  }

  function barAt(clientX: number): number {
    return plot ? Math.round(plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x')) : 0
  }

  return {
    prepare,
    draw,
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

type Scale = { min: number; max: number; ticks: number[] }

// Slightly more than the bars need, so that the highest does not touch the edge.
const headroom = 1.05

function scaleOf({ marks }: Pane, stacks: readonly Stack[]): Scale {
  const marked = marks ? stacks.map((stack) => sumOf(marks.values, stack) ?? 0) : []
  const min = Math.min(0, ...stacks.map(({ bottom }) => bottom)) * headroom
  const max = Math.max(0, ...stacks.map(({ top }) => top), ...marked) * headroom
  if (min === max) return { min: 0, max: 1, ticks: [0] }
  return { min, max, ticks: chooseRoundTicksWithin(min, max) }
}

// uPlot requires values; the bars themselves are drawn by our code.
function dataOf(stacks: readonly Stack[]): uPlot.AlignedData {
  return [stacks.map(({ first, last }) => (first + last) / 2), stacks.map(({ total }) => total)]
}

function hoveredBar(u: uPlot): number | null {
  const { left = -1 } = u.cursor
  return left < 0 ? null : Math.round(u.posToVal(left, 'x'))
}

function drawZeroLine({ context, theme, ratio, left, width, yOf }: PlotCanvas) {
  const y = Math.round(yOf(0)) + 0.5
  context.beginPath()
  context.moveTo(left, y)
  context.lineTo(left + width, y)
  context.lineWidth = ratio
  context.strokeStyle = theme.color('--ink-2')
  context.stroke()
}

function barCount({ first, last }: BarRange): number {
  return last - first + 1
}

let measuringContext: CanvasRenderingContext2D | undefined

function getMeasuringContext(): CanvasRenderingContext2D {
  measuringContext ??= document.createElement('canvas').getContext('2d')!
  return measuringContext
}

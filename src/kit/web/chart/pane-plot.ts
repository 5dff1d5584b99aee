import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { roundTicksWithin } from '../../round-ticks.ts'
import type { Pane } from './chart-data.ts'
import { type AxisRows, axisHeight, drawAxis, haveTotalsRoom, labelSize } from './draw-axis.ts'
import { drawBars, drawMarks, drawMissing, type Plane, slotOf } from './draw-bars.ts'
import type { Drawing, MouseOnBars } from './drawing.ts'
import type { Painter } from './painter.ts'
import { type Stack, type Stretch, sumOf } from './stretches.ts'

type Content = { pane: Pane; stacks: readonly Stack[]; painter: Painter; drawing: Drawing }
type Layout = { axisWidthPx: number; heightPx: number; grown: number; isLast: boolean }

/** One measure on its own scale. */
export type PanePlot = {
  /** Takes in what is to be drawn, and answers how much room its axes need. */
  prepare: (content: Content) => { axisWidthPx: number; axisHeightPx: number }
  draw: (layout: Layout) => void
  barAt: (clientX: number) => number
  middleOf: (stretch: Stretch) => number
  canvas: () => HTMLCanvasElement
  destroy: () => void
}

// In pixels of the page.
const titleHeight = 26
const rightMargin = 4
const tickGap = 8
const dragThreshold = 6
/** How high the outline of what is missing is, as a part of the scale. */
const missingShare = 0.25

/** A plot of uPlot, which keeps scales, grid, cursor and dragging; the bars and what stands under them are ours. */
export function makePanePlot(host: HTMLElement, mouse: MouseOnBars): PanePlot {
  let content: Content
  let layout: Layout
  let rows: AxisRows
  let scale: Scale
  let plot: uPlot | undefined

  function prepare(next: Content) {
    content = next
    scale = scaleOf(next.pane, next.stacks)
    const context = measuring()
    const { painter, pane, stacks, drawing } = next
    context.font = painter.font(400, labelSize)
    const tickWidth = Math.max(...scale.ticks.map((tick) => context.measureText(pane.writeTick(tick)).width))
    const labelWidth = pane.totals ? context.measureText(pane.totals.label).width : 0
    const axisWidthPx = Math.ceil(Math.max(tickWidth, labelWidth)) + tickGap + 2
    const slotPx = (drawing.widthPx - axisWidthPx) / Math.max(1, stacks.length)
    rows = {
      hasStrip: Boolean(drawing.data.strip) && stacks.length === barCount(drawing.shown),
      hasTotals: haveTotalsRoom(context, painter.font(600, labelSize), pane, stacks, slotPx),
    }
    return { axisWidthPx, axisHeightPx: axisHeight(rows) }
  }

  function draw(next: Layout) {
    layout = next
    const size = { width: content.drawing.widthPx, height: next.heightPx }
    const data = dataOf(content.stacks)
    if (!plot) {
      plot = new uPlot(options(size), data, host)
      plot.over.addEventListener('click', (event) => mouse.onPress(barAt(event.clientX), event))
      return
    }
    if (plot.width !== size.width || plot.height !== size.height) plot.setSize(size)
    plot.setData(data)
  }

  function options(size: { width: number; height: number }): uPlot.Options {
    const { painter } = content
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
        x: { time: false, range: () => [content.drawing.shown.first - 0.5, content.drawing.shown.last + 0.5] },
        y: { range: () => [scale.least, scale.greatest] },
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
          font: painter.font(400, labelSize),
          stroke: () => content.painter.color('--ink-2'),
          splits: () => scale.ticks,
          values: () => scale.ticks.map((tick) => content.pane.writeTick(tick)),
          grid: { stroke: () => content.painter.color('--line'), width: 1 },
          ticks: { show: false },
        },
      ],
      hooks: {
        drawClear: [(u) => drawBehind(planeOf(u))],
        draw: [(u) => drawBefore(planeOf(u))],
        setCursor: [(u) => mouse.onHover(hoveredBar(u))],
        setSelect: [endDrag],
      },
    }
  }

  function drawBehind(plane: Plane) {
    const { context, painter, ratio, top, canvasHeight } = plane
    const { selected } = content.drawing
    // uPlot remembers what it last set, so it must find everything as it was.
    context.save()
    if (selected) {
      const slot = slotOf(plane, selected)
      context.fillStyle = painter.color('--brand-tint')
      context.beginPath()
      context.roundRect(slot.x, top - 8 * ratio, slot.width, canvasHeight - top + 8 * ratio, 6 * ratio)
      context.fill()
    }
    context.font = painter.font(400, labelSize * ratio)
    context.fillStyle = painter.color('--ink-2')
    context.textBaseline = 'top'
    context.textAlign = 'left'
    context.fillText(content.pane.title, 0, 2 * ratio)
    context.restore()
  }

  function drawBefore(plane: Plane) {
    const { pane, stacks, drawing } = content
    plane.context.save()
    plane.context.textAlign = 'left'
    drawZero(plane)
    drawBars(plane, pane, stacks, layout.grown)
    if (drawing.data.isMissing) drawMissing(plane, drawing.data.isMissing, stacks, scale.greatest * missingShare)
    if (pane.marks) drawMarks(plane, pane.marks, stacks)
    if (layout.isLast) drawAxis(plane, { ...drawing, pane, stacks }, rows)
    plane.context.restore()
  }

  function planeOf(u: uPlot): Plane {
    return {
      context: u.ctx,
      painter: content.painter,
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
    mouse.onDrag(Math.round(u.posToVal(left, 'x')), Math.round(u.posToVal(left + width, 'x')))
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

type Scale = { least: number; greatest: number; ticks: number[] }

// A little more than the bars need, so that the highest does not touch the edge.
const headroom = 1.05

function scaleOf({ marks }: Pane, stacks: readonly Stack[]): Scale {
  const marked = marks ? stacks.map((stack) => sumOf(marks.values, stack) ?? 0) : []
  const least = Math.min(0, ...stacks.map(({ bottom }) => bottom)) * headroom
  const greatest = Math.max(0, ...stacks.map(({ top }) => top), ...marked) * headroom
  if (least === greatest) return { least: 0, greatest: 1, ticks: [0] }
  return { least, greatest, ticks: roundTicksWithin(least, greatest) }
}

// uPlot asks for values; the bars themselves are drawn by us.
function dataOf(stacks: readonly Stack[]): uPlot.AlignedData {
  return [stacks.map(({ first, last }) => (first + last) / 2), stacks.map(({ total }) => total)]
}

function hoveredBar(u: uPlot): number | null {
  const { left = -1 } = u.cursor
  return left < 0 ? null : Math.round(u.posToVal(left, 'x'))
}

function drawZero({ context, painter, ratio, left, width, yOf }: Plane) {
  const y = Math.round(yOf(0)) + 0.5
  context.beginPath()
  context.moveTo(left, y)
  context.lineTo(left + width, y)
  context.lineWidth = ratio
  context.strokeStyle = painter.color('--ink-2')
  context.stroke()
}

function barCount({ first, last }: Stretch): number {
  return last - first + 1
}

let measuringContext: CanvasRenderingContext2D | undefined

function measuring(): CanvasRenderingContext2D {
  measuringContext ??= document.createElement('canvas').getContext('2d')!
  return measuringContext
}

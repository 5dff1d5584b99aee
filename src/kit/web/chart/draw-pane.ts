import { drawAxis, labelSize } from './draw-axis.ts'
import { drawBars, drawMarks, drawMissing, type PlotCanvas, slotOf } from './draw-bars.ts'
import type { PaneContent, PaneView } from './pane-view.ts'

/** The height of the outline for missing data, relative to the scale. */
const missingShare = 0.25

/** Draws what lies behind the grid: the mark of the selected group, and the title. */
export function drawPaneBackground(canvas: PlotCanvas, { pane, state }: PaneContent) {
  const { context, theme, ratio, top, canvasHeight } = canvas
  // uPlot caches its last canvas settings, so they must be restored.
  context.save()
  if (state.selected) {
    const slot = slotOf(canvas, state.selected)
    context.fillStyle = theme.color('--brand-tint')
    context.beginPath()
    context.roundRect(slot.x, top - 8 * ratio, slot.width, canvasHeight - top + 8 * ratio, 6 * ratio)
    context.fill()
  }
  context.font = theme.font(400, labelSize * ratio)
  context.fillStyle = theme.color('--ink-2')
  context.textBaseline = 'top'
  context.textAlign = 'left'
  context.fillText(pane.title, 0, 2 * ratio)
  context.restore()
}

/** Draws the bars and all that lies on them, and below the last pane the labels of the groups. */
export function drawPaneForeground(canvas: PlotCanvas, { content, layout, rows, scale }: PaneView) {
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

function drawZeroLine({ context, theme, ratio, left, width, yOf }: PlotCanvas) {
  const y = Math.round(yOf(0)) + 0.5
  context.beginPath()
  context.moveTo(left, y)
  context.lineTo(left + width, y)
  context.lineWidth = ratio
  context.strokeStyle = theme.color('--ink-2')
  context.stroke()
}

import { chooseAxisLabels, isLabelled, labelStart } from './axis-labels.ts'
import { type BarRange, levelsOf, type Stack, visibleGroups } from './bar-groups.ts'
import type { ChartData, Pane } from './chart-data.ts'
import { type PlotCanvas, slotOf } from './draw-bars.ts'

// In CSS pixels.
export const labelSize = 13
const labelGap = 8
const stripHeight = 7
const stripGap = 6
const rowHeight = 20

export type AxisRows = { hasStrip: boolean; hasTotals: boolean }

/** Returns the height of the rows under the axis, in CSS pixels. */
export function axisHeight({ hasStrip, hasTotals }: AxisRows): number {
  return 6 + (hasStrip ? stripGap + stripHeight : 0) + rowHeight + (hasTotals ? rowHeight : 0)
}

/** Checks whether the sums of all bars fit side by side. */
export function doTotalsFit(
  context: CanvasRenderingContext2D,
  font: string,
  { totals }: Pane,
  stacks: readonly Stack[],
  slotPx: number,
): boolean {
  if (!totals || stacks.length > 31) return false
  context.font = font
  return stacks.every(
    ({ total }) => total === null || context.measureText(totals.format(total)).width + labelGap <= slotPx,
  )
}

/** Draws the strip, the labels of the bars and their sums, under the axis. */
export function drawAxis(
  canvas: PlotCanvas,
  {
    data,
    pane,
    stacks,
    selected,
    visibleRange,
  }: { data: ChartData; pane: Pane; stacks: readonly Stack[]; selected: BarRange | null; visibleRange: BarRange },
  { hasStrip, hasTotals }: AxisRows,
) {
  const { ratio, top, height } = canvas
  let y = top + height + 6 * ratio
  if (hasStrip) {
    drawStrip(canvas, data.strip!, visibleRange, y + stripGap * ratio)
    y += (stripGap + stripHeight) * ratio
  }
  drawLabels(canvas, data, stacks, { selected, visibleRange, y: y + (rowHeight / 2) * ratio })
  if (hasTotals) drawTotals(canvas, pane.totals!, stacks, y + rowHeight * 1.5 * ratio)
}

function drawStrip(canvas: PlotCanvas, strip: NonNullable<ChartData['strip']>, { first, last }: BarRange, y: number) {
  const { context, theme, ratio, xOf } = canvas
  for (let bar = first; bar <= last; bar += 1) {
    const paint = strip[bar]
    if (!paint) continue
    const x = Math.round(xOf(bar))
    context.fillStyle = theme.fill(paint)
    context.fillRect(x, y, Math.round(xOf(bar + 1)) - x, stripHeight * ratio)
  }
}

type LabelOptions = { selected: BarRange | null; visibleRange: BarRange; y: number }

function drawLabels(
  canvas: PlotCanvas,
  data: ChartData,
  stacks: readonly Stack[],
  { selected, visibleRange, y }: LabelOptions,
) {
  const { context, theme, ratio, canvasWidth } = canvas
  const labels = labelsFor(canvas, data, stacks, visibleRange)
  const { groups, interval } = labels
  context.textBaseline = 'middle'
  const selectedIndex = groups.findIndex(({ first, last }) => first === selected?.first && last === selected.last)
  let takenUntil = Number.NEGATIVE_INFINITY
  for (const [index, range] of groups.entries()) {
    const isSelected = index === selectedIndex
    // The label of the selected bar is always shown; its neighbours make room for it.
    const isInItsWay = selectedIndex >= 0 && Math.abs(index - selectedIndex) < interval
    if (!isSelected && (!isLabelled(labels, index, data) || isInItsWay)) continue
    const slot = slotOf(canvas, visiblePart(range, visibleRange))
    const text = data.tickOf(range)
    context.font = theme.font(isSelected ? 600 : 400, labelSize * ratio)
    context.fillStyle = theme.color(isSelected ? '--ink' : '--ink-2')
    const width = context.measureText(text).width
    // A group cut off at the edge may leave no room for its label.
    if (interval === 1 && !isSelected && slot.width < width) continue
    const x = labelStart(slot.x + slot.width / 2, width, canvasWidth)
    // At a clock change, the labelled hours are closer together.
    if (!isSelected && x < takenUntil) continue
    context.fillText(text, x, y)
    takenUntil = x + width + (labelGap / 2) * ratio
  }
}

function labelsFor(
  { context, theme, ratio, width }: PlotCanvas,
  data: ChartData,
  stacks: readonly Stack[],
  visibleRange: BarRange,
) {
  const coarser = levelsOf(data).filter((level) => level.length < stacks.length)
  context.font = theme.font(600, labelSize * ratio)
  return chooseAxisLabels([stacks, ...coarser.map((level) => visibleGroups(level, visibleRange))], data, {
    widthPx: width,
    gapPx: labelGap * ratio,
    measure: (text) => context.measureText(text).width,
  })
}

function visiblePart({ first, last }: BarRange, visibleRange: BarRange): BarRange {
  return { first: Math.max(first, visibleRange.first), last: Math.min(last, visibleRange.last) }
}

function drawTotals(canvas: PlotCanvas, totals: NonNullable<Pane['totals']>, stacks: readonly Stack[], y: number) {
  const { context, theme, ratio, left } = canvas
  context.textBaseline = 'middle'
  context.font = theme.font(400, labelSize * ratio)
  context.fillStyle = theme.color('--ink-2')
  context.fillText(totals.label, left - labelGap * ratio - context.measureText(totals.label).width, y)
  context.font = theme.font(600, labelSize * ratio)
  context.fillStyle = theme.color('--ink')
  for (const stack of stacks) {
    if (stack.total === null) continue
    const slot = slotOf(canvas, stack)
    const text = totals.format(stack.total)
    context.fillText(text, slot.x + (slot.width - context.measureText(text).width) / 2, y)
  }
}

import type { ChartData, Pane } from './chart-data.ts'
import { type Plane, slotOf } from './draw-bars.ts'
import { axisNames, isNamed, labelStart } from './labels.ts'
import { levelsOf, type Stack, type Stretch, visibleOf } from './stretches.ts'

// In pixels of the page.
export const labelSize = 13
const labelGap = 8
const stripHeight = 7
const stripGap = 6
const rowHeight = 20

export type AxisRows = { hasStrip: boolean; hasTotals: boolean }

/** How much room the rows under the axis take, in pixels of the page. */
export function axisHeight({ hasStrip, hasTotals }: AxisRows): number {
  return 6 + (hasStrip ? stripGap + stripHeight : 0) + rowHeight + (hasTotals ? rowHeight : 0)
}

/** Whether the sums of all bars have room beside each other. */
export function haveTotalsRoom(
  context: CanvasRenderingContext2D,
  font: string,
  { totals }: Pane,
  stacks: readonly Stack[],
  slotPx: number,
): boolean {
  if (!totals || stacks.length > 31) return false
  context.font = font
  return stacks.every(
    ({ total }) => total === null || context.measureText(totals.write(total)).width + labelGap <= slotPx,
  )
}

/** The strip, the names of the bars and their sums, under the axis. */
export function drawAxis(
  plane: Plane,
  {
    data,
    pane,
    stacks,
    selected,
    shown,
  }: { data: ChartData; pane: Pane; stacks: readonly Stack[]; selected: Stretch | null; shown: Stretch },
  { hasStrip, hasTotals }: AxisRows,
) {
  const { ratio, top, height } = plane
  let y = top + height + 6 * ratio
  if (hasStrip) {
    drawStrip(plane, data.strip!, shown, y + stripGap * ratio)
    y += (stripGap + stripHeight) * ratio
  }
  drawLabels(plane, data, stacks, { selected, shown, y: y + (rowHeight / 2) * ratio })
  if (hasTotals) drawTotals(plane, pane.totals!, stacks, y + rowHeight * 1.5 * ratio)
}

function drawStrip(plane: Plane, strip: NonNullable<ChartData['strip']>, { first, last }: Stretch, y: number) {
  const { context, painter, ratio, xOf } = plane
  for (let bar = first; bar <= last; bar += 1) {
    const paint = strip[bar]
    if (!paint) continue
    const x = Math.round(xOf(bar))
    context.fillStyle = painter.fill(paint)
    context.fillRect(x, y, Math.round(xOf(bar + 1)) - x, stripHeight * ratio)
  }
}

type Labels = { selected: Stretch | null; shown: Stretch; y: number }

function drawLabels(plane: Plane, data: ChartData, stacks: readonly Stack[], { selected, shown, y }: Labels) {
  const { context, painter, ratio, canvasWidth } = plane
  const names = namesOf(plane, data, stacks, shown)
  const { stretches, every } = names
  context.textBaseline = 'middle'
  const chosen = stretches.findIndex(({ first, last }) => first === selected?.first && last === selected.last)
  let takenUntil = Number.NEGATIVE_INFINITY
  for (const [index, stretch] of stretches.entries()) {
    const isSelected = index === chosen
    // The label of the selected bar is always there; its neighbours make room for it.
    const isInItsWay = chosen >= 0 && Math.abs(index - chosen) < every
    if (!isSelected && (!isNamed(names, index, data) || isInItsWay)) continue
    const slot = slotOf(plane, visiblePart(stretch, shown))
    const text = data.tickOf(stretch)
    context.font = painter.font(isSelected ? 600 : 400, labelSize * ratio)
    context.fillStyle = painter.color(isSelected ? '--ink' : '--ink-2')
    const width = context.measureText(text).width
    // A group that is cut off at the edge may leave no room for its name.
    if (every === 1 && !isSelected && slot.width < width) continue
    const x = labelStart(slot.x + slot.width / 2, width, canvasWidth)
    // Where the clocks change, the hours that are named come closer together.
    if (!isSelected && x < takenUntil) continue
    context.fillText(text, x, y)
    takenUntil = x + width + (labelGap / 2) * ratio
  }
}

function namesOf({ context, painter, ratio, width }: Plane, data: ChartData, stacks: readonly Stack[], shown: Stretch) {
  const coarser = levelsOf(data).filter((level) => level.length < stacks.length)
  context.font = painter.font(600, labelSize * ratio)
  return axisNames([stacks, ...coarser.map((level) => visibleOf(level, shown))], data, {
    widthPx: width,
    gapPx: labelGap * ratio,
    measure: (text) => context.measureText(text).width,
  })
}

function visiblePart({ first, last }: Stretch, shown: Stretch): Stretch {
  return { first: Math.max(first, shown.first), last: Math.min(last, shown.last) }
}

function drawTotals(plane: Plane, totals: NonNullable<Pane['totals']>, stacks: readonly Stack[], y: number) {
  const { context, painter, ratio, left } = plane
  context.textBaseline = 'middle'
  context.font = painter.font(400, labelSize * ratio)
  context.fillStyle = painter.color('--ink-2')
  context.fillText(totals.label, left - labelGap * ratio - context.measureText(totals.label).width, y)
  context.font = painter.font(600, labelSize * ratio)
  context.fillStyle = painter.color('--ink')
  for (const stack of stacks) {
    if (stack.total === null) continue
    const slot = slotOf(plane, stack)
    const text = totals.write(stack.total)
    context.fillText(text, slot.x + (slot.width - context.measureText(text).width) / 2, y)
  }
}

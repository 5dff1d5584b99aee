import type { ChartData, Pane } from './chart-data.ts'
import { type Plane, slotOf } from './draw-bars.ts'
import { labelRhythm, labelStart } from './labels.ts'
import { levelsOf, type Stack, type Stretch, visibleOf } from './stretches.ts'

// In pixels of the page.
export const labelSize = 13
const labelGap = 8
const stripHeight = 7
const stripGap = 6
const rowHeight = 20

const mostMeasured = 60

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
  const { stretches, every } = labelled(plane, data, stacks, shown)
  context.textBaseline = 'middle'
  const chosen = stretches.findIndex(({ first, last }) => first === selected?.first && last === selected.last)
  for (const [index, stretch] of stretches.entries()) {
    const isSelected = index === chosen
    // The label of the selected bar is always there; its neighbours make room for it.
    const isInItsWay = chosen >= 0 && Math.abs(index - chosen) < every
    if (!isSelected && (index % every || isInItsWay)) continue
    const slot = slotOf(plane, visiblePart(stretch, shown))
    const text = data.tickOf(stretch)
    context.font = painter.font(isSelected ? 600 : 400, labelSize * ratio)
    context.fillStyle = painter.color(isSelected ? '--ink' : '--ink-2')
    const width = context.measureText(text).width
    // A group that is cut off at the edge may leave no room for its name.
    if (every === 1 && !isSelected && slot.width < width) continue
    context.fillText(text, labelStart(slot.x + slot.width / 2, width, canvasWidth), y)
  }
}

/**
 * What is named: the bars where some of their names have room and no two are alike, else the finest grouping of which the
 * same holds: under the hours of a week stand its days.
 */
function labelled(plane: Plane, data: ChartData, stacks: readonly Stack[], shown: Stretch): Labelled {
  const bars = rhythmOf(plane, data, stacks)
  const coarser = levelsOf(data)
    .filter((level) => level.length < stacks.length)
    .map((level) => rhythmOf(plane, data, visibleOf(level, shown)))
  const fitting = [bars, ...coarser.filter(({ every }) => every === 1), ...coarser].filter(({ every }) => every)
  return fitting.find((level) => namesDiffer(level, data)) ?? fitting[0] ?? unnamed
}

function namesDiffer({ stretches, every }: Labelled, { tickOf }: ChartData): boolean {
  const names = stretches.filter((_, index) => index % every === 0).map(tickOf)
  return new Set(names).size === names.length
}

type Labelled = { stretches: readonly Stretch[]; every: number }

const unnamed: Labelled = { stretches: [], every: 1 }

function rhythmOf({ context, painter, ratio, width }: Plane, data: ChartData, stretches: readonly Stretch[]): Labelled {
  context.font = painter.font(600, labelSize * ratio)
  // Measuring the names of many bars would take longer than drawing them; a few tell how long they get.
  const spacing = Math.ceil(stretches.length / mostMeasured)
  const sample = stretches.filter((_, index) => index % spacing === 0 || index === stretches.length - 1)
  const widest = Math.max(0, ...sample.map((stretch) => context.measureText(data.tickOf(stretch)).width))
  return { stretches, every: labelRhythm(widest, width / stretches.length, labelGap * ratio) ?? 0 }
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

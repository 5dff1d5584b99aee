import type { BarRange, Stack } from './bar-groups.ts'
import { sumOf } from './bar-groups.ts'
import type { Pane, Token } from './chart-data.ts'
import type { ChartTheme } from './chart-theme.ts'

/** The geometry of bars and values on a canvas, in canvas pixels. */
export type PlotCanvas = {
  context: CanvasRenderingContext2D
  theme: ChartTheme
  /** Canvas pixels per CSS pixel. */
  ratio: number
  left: number
  top: number
  width: number
  height: number
  canvasWidth: number
  canvasHeight: number
  /** Returns the left edge of a bar. */
  xOf: (bar: number) => number
  yOf: (value: number) => number
}

// In CSS pixels. Below the first limit, bars are drawn without gaps and in plain colour, because patterns would be
// indistinguishable.
const maxBarWidth = 80
const minSlotForEdges = 6
const minSlotForGap = 3
const minSlotForSingleGaps = 12
const cornerRadius = 2
const partGap = 2
const edgeWidth = 1.2
const thickEdgeWidth = 2

/** Returns the left edge and the width of a range, in canvas pixels. */
export function slotOf({ xOf }: PlotCanvas, { first, last }: BarRange) {
  const x = xOf(first)
  return { x, width: xOf(last + 1) - x }
}

/** Draws the bars; `growth` is the animated part of their height, from 0 to 1. */
export function drawBars(canvas: PlotCanvas, pane: Pane, stacks: readonly Stack[], growth: number) {
  const { context, left, top, width, height } = canvas
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  for (const stack of stacks) {
    const slot = slotOf(canvas, stack)
    if (slot.width >= minSlotForEdges * canvas.ratio) drawWideBar(canvas, pane, stack, slot, growth)
    else drawThinBar(canvas, pane, stack, slot, growth)
  }
  context.restore()
}

type Slot = { x: number; width: number }

function drawWideBar(
  { context, theme, ratio, yOf }: PlotCanvas,
  pane: Pane,
  { parts }: Stack,
  slot: Slot,
  growth: number,
) {
  const width = slot.width * barShare(slot.width / ratio)
  const x = slot.x + (slot.width - width) / 2
  for (const { series, from, to } of parts) {
    const { paint } = pane.series[series]!
    const inset = (partGap / 2) * ratio
    const y = yOf(Math.max(from, to) * growth) + inset
    const height = Math.max(yOf(Math.min(from, to) * growth) - inset - y, ratio)
    context.beginPath()
    context.roundRect(x, y, width, height, Math.min(cornerRadius * ratio, height / 2))
    context.fillStyle = theme.fill(paint)
    context.fill()
    context.lineWidth = (paint.hasThickEdge ? thickEdgeWidth : edgeWidth) * ratio
    context.strokeStyle = theme.color(paint.mark)
    context.stroke()
  }
}

function drawThinBar(
  { context, theme, ratio, yOf }: PlotCanvas,
  pane: Pane,
  { parts }: Stack,
  slot: Slot,
  growth: number,
) {
  const x = Math.round(slot.x)
  const gap = slot.width >= minSlotForGap * ratio ? ratio : 0
  const width = Math.max(1, Math.round(slot.x + slot.width) - x - gap)
  for (const { series, from, to } of parts) {
    const y = yOf(Math.max(from, to) * growth)
    const { fill, mark, hasThickEdge } = pane.series[series]!.paint
    context.fillStyle = theme.color(hasThickEdge ? mark : fill)
    context.fillRect(x, y, width, yOf(Math.min(from, to) * growth) - y)
  }
}

// Keeps a few bars from filling the whole chart.
function barShare(slotPx: number): number {
  return slotPx < 20 ? 0.74 : Math.min(0.64, maxBarWidth / slotPx)
}

/** Draws a line across each bar, with a gap around it, so that it is visible on any of them. */
export function drawMarks(canvas: PlotCanvas, { values, token }: NonNullable<Pane['marks']>, stacks: readonly Stack[]) {
  const { context, theme, ratio, yOf } = canvas
  for (const stack of stacks) {
    const value = sumOf(values, stack)
    const slot = slotOf(canvas, stack)
    if (value === null || slot.width < minSlotForEdges * ratio) continue
    const width = Math.min(1, barShare(slot.width / ratio) + 0.12) * slot.width
    const x = slot.x + (slot.width - width) / 2
    const line = (color: Token, widthPx: number) => {
      context.beginPath()
      context.moveTo(x, yOf(value))
      context.lineTo(x + width, yOf(value))
      context.lineWidth = widthPx * ratio
      context.strokeStyle = theme.color(color)
      context.stroke()
    }
    line('--surface', 5.5)
    line(token, 2.5)
  }
}

/** Draws dashed outlines where data is missing, combined where single ones would be too narrow to see. */
export function drawMissing(
  canvas: PlotCanvas,
  isMissing: readonly boolean[],
  stacks: readonly Stack[],
  value: number,
) {
  const { context, theme, ratio, yOf } = canvas
  context.save()
  context.setLineDash([4 * ratio, 4 * ratio])
  context.lineWidth = 1.5 * ratio
  context.strokeStyle = theme.color('--line-2')
  for (const range of missingRuns(canvas, isMissing, stacks)) {
    const slot = slotOf(canvas, range)
    const inset =
      slot.width >= minSlotForSingleGaps * ratio ? (slot.width * (1 - barShare(slot.width / ratio))) / 2 : ratio
    const y = yOf(value)
    context.beginPath()
    context.roundRect(
      slot.x + inset,
      y,
      Math.max(ratio, slot.width - 2 * inset),
      yOf(0) - y - ratio,
      cornerRadius * ratio,
    )
    context.stroke()
  }
  context.restore()
}

function missingRuns(canvas: PlotCanvas, isMissing: readonly boolean[], stacks: readonly Stack[]): BarRange[] {
  const missing = stacks.filter(({ first, total }) => total === null && isMissing[first])
  const isRoomy = stacks[0] && slotOf(canvas, stacks[0]).width >= minSlotForSingleGaps * canvas.ratio
  if (isRoomy) return missing
  const runs: BarRange[] = []
  for (const { first, last } of missing) {
    const run = runs.at(-1)
    if (run && run.last === first - 1) run.last = last
    else runs.push({ first, last })
  }
  return runs
}

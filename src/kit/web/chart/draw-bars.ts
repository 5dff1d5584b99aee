import type { Pane, Token } from './chart-data.ts'
import type { Painter } from './painter.ts'
import type { Stack, Stretch } from './stretches.ts'
import { sumOf } from './stretches.ts'

/** Where bars and values are on a canvas, all in its own pixels. */
export type Plane = {
  context: CanvasRenderingContext2D
  painter: Painter
  /** Canvas pixels in a pixel of the page. */
  ratio: number
  left: number
  top: number
  width: number
  height: number
  canvasWidth: number
  canvasHeight: number
  /** The left edge of a bar. */
  xOf: (bar: number) => number
  yOf: (value: number) => number
}

// In pixels of the page. Under the first, bars stand wall to wall and in plain colour: patterns could not be told apart.
const widestBar = 80
const roomForEdges = 6
const roomForGap = 3
const roomForSingleGaps = 12
const corner = 2
const betweenParts = 2
const edge = 1.2
const thickEdge = 2

/** The left edge and the width of what a stretch takes, in canvas pixels. */
export function slotOf({ xOf }: Plane, { first, last }: Stretch) {
  const x = xOf(first)
  return { x, width: xOf(last + 1) - x }
}

/** Draws the bars, `grown` from 0 to 1 of their height. */
export function drawBars(plane: Plane, pane: Pane, stacks: readonly Stack[], grown: number) {
  const { context, left, top, width, height } = plane
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  for (const stack of stacks) {
    const slot = slotOf(plane, stack)
    if (slot.width >= roomForEdges * plane.ratio) drawWideBar(plane, pane, stack, slot, grown)
    else drawThinBar(plane, pane, stack, slot, grown)
  }
  context.restore()
}

type Slot = { x: number; width: number }

function drawWideBar({ context, painter, ratio, yOf }: Plane, pane: Pane, { parts }: Stack, slot: Slot, grown: number) {
  const width = slot.width * barShare(slot.width / ratio)
  const x = slot.x + (slot.width - width) / 2
  for (const { series, from, to } of parts) {
    const { paint } = pane.series[series]!
    const inset = (betweenParts / 2) * ratio
    const y = yOf(Math.max(from, to) * grown) + inset
    const height = Math.max(yOf(Math.min(from, to) * grown) - inset - y, ratio)
    context.beginPath()
    context.roundRect(x, y, width, height, Math.min(corner * ratio, height / 2))
    context.fillStyle = painter.fill(paint)
    context.fill()
    context.lineWidth = (paint.hasThickEdge ? thickEdge : edge) * ratio
    context.strokeStyle = painter.color(paint.mark)
    context.stroke()
  }
}

function drawThinBar({ context, painter, ratio, yOf }: Plane, pane: Pane, { parts }: Stack, slot: Slot, grown: number) {
  const x = Math.round(slot.x)
  const gap = slot.width >= roomForGap * ratio ? ratio : 0
  const width = Math.max(1, Math.round(slot.x + slot.width) - x - gap)
  for (const { series, from, to } of parts) {
    const y = yOf(Math.max(from, to) * grown)
    const { fill, mark, hasThickEdge } = pane.series[series]!.paint
    context.fillStyle = painter.color(hasThickEdge ? mark : fill)
    context.fillRect(x, y, width, yOf(Math.min(from, to) * grown) - y)
  }
}

// A few bars alone stay bars, instead of filling the chart.
function barShare(slotPx: number): number {
  return slotPx < 20 ? 0.74 : Math.min(0.64, widestBar / slotPx)
}

/** A line across each bar, with a gap round it, so that it is seen on any of them. */
export function drawMarks(plane: Plane, { values, token }: NonNullable<Pane['marks']>, stacks: readonly Stack[]) {
  const { context, painter, ratio, yOf } = plane
  for (const stack of stacks) {
    const value = sumOf(values, stack)
    const slot = slotOf(plane, stack)
    if (value === null || slot.width < roomForEdges * ratio) continue
    const width = Math.min(1, barShare(slot.width / ratio) + 0.12) * slot.width
    const x = slot.x + (slot.width - width) / 2
    const line = (color: Token, widthPx: number) => {
      context.beginPath()
      context.moveTo(x, yOf(value))
      context.lineTo(x + width, yOf(value))
      context.lineWidth = widthPx * ratio
      context.strokeStyle = painter.color(color)
      context.stroke()
    }
    line('--surface', 5.5)
    line(token, 2.5)
  }
}

/** Dashed outlines where something should be known and is not; wide enough together where single ones could not be seen. */
export function drawMissing(plane: Plane, isMissing: readonly boolean[], stacks: readonly Stack[], value: number) {
  const { context, painter, ratio, yOf } = plane
  context.save()
  context.setLineDash([4 * ratio, 4 * ratio])
  context.lineWidth = 1.5 * ratio
  context.strokeStyle = painter.color('--line-2')
  for (const stretch of missingRuns(plane, isMissing, stacks)) {
    const slot = slotOf(plane, stretch)
    const inset =
      slot.width >= roomForSingleGaps * ratio ? (slot.width * (1 - barShare(slot.width / ratio))) / 2 : ratio
    const y = yOf(value)
    context.beginPath()
    context.roundRect(slot.x + inset, y, Math.max(ratio, slot.width - 2 * inset), yOf(0) - y - ratio, corner * ratio)
    context.stroke()
  }
  context.restore()
}

function missingRuns(plane: Plane, isMissing: readonly boolean[], stacks: readonly Stack[]): Stretch[] {
  const missing = stacks.filter(({ first, total }) => total === null && isMissing[first])
  const isRoomy = stacks[0] && slotOf(plane, stacks[0]).width >= roomForSingleGaps * plane.ratio
  if (isRoomy) return missing
  const runs: Stretch[] = []
  for (const { first, last } of missing) {
    const run = runs.at(-1)
    if (run && run.last === first - 1) run.last = last
    else runs.push({ first, last })
  }
  return runs
}

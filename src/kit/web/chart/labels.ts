import type { ChartData } from './chart-data.ts'
import type { Stretch } from './stretches.ts'

/** Every which label is written, so that hours and months keep their rhythm. */
const usualRhythms = [1, 2, 3, 4, 6] as const

/** Every which label is written for none to touch the next; null when not even the widest rhythm has room. */
export function labelRhythm(
  widestPx: number,
  slotPx: number,
  gapPx: number,
  rhythms: readonly number[] = usualRhythms,
): number | null {
  return rhythms.find((every) => widestPx + gapPx <= every * slotPx) ?? null
}

/** Where a text of this width begins whose middle should be at `middlePx` and which must stay on the canvas. */
export function labelStart(middlePx: number, widthPx: number, canvasWidthPx: number): number {
  return Math.min(Math.max(0, middlePx - widthPx / 2), canvasWidthPx - widthPx)
}

/** Bars, or groups of them, that are named on the axis: every which of them, 0 where there is no room for any. */
export type AxisNames = { stretches: readonly Stretch[]; every: number }

type AxisSpace = { widthPx: number; gapPx: number; measure: (text: string) => number }
type NamedData = Pick<ChartData, 'tickOf' | 'tickPlaceOf' | 'barRhythms'>

const mostMeasured = 60

/**
 * What is named: the bars where some of their names have room and no two are alike, else the finest grouping of which the
 * same holds: under the hours of a week stand its days. A group that is all there is to see says little, so it comes last.
 * `levels` are what can be seen, the drawn bars first.
 */
export function axisNames(levels: readonly (readonly Stretch[])[], data: NamedData, space: AxisSpace): AxisNames {
  const [bars, ...coarser] = levels.map((level) => rhythmOf(level, data, space))
  const telling = coarser.filter(({ stretches }) => stretches.length > 1)
  const ordered = [bars!, ...telling.filter(({ every }) => every === 1), ...telling, ...coarser]
  const fitting = ordered.filter(({ every }) => every)
  return fitting.find((level) => haveNamesOfTheirOwn(level, data)) ?? fitting[0] ?? { stretches: [], every: 1 }
}

/** Whether one of them is named: by its place in the day where it has one, else counted from the first. */
export function isNamed({ stretches, every }: AxisNames, index: number, { tickPlaceOf }: NamedData): boolean {
  return (tickPlaceOf?.(stretches[index]!) ?? index) % every === 0
}

function haveNamesOfTheirOwn(level: AxisNames, data: NamedData): boolean {
  const names = level.stretches.filter((_, index) => isNamed(level, index, data)).map(data.tickOf)
  return new Set(names).size === names.length
}

function rhythmOf(stretches: readonly Stretch[], { tickOf, barRhythms }: NamedData, space: AxisSpace): AxisNames {
  // Measuring the names of many bars would take longer than drawing them; a few tell how long they get.
  const spacing = Math.ceil(stretches.length / mostMeasured)
  const sample = stretches.filter((_, index) => index % spacing === 0 || index === stretches.length - 1)
  const widestPx = Math.max(0, ...sample.map((stretch) => space.measure(tickOf(stretch))))
  const areBars = stretches.every(({ first, last }) => first === last)
  const every = labelRhythm(widestPx, space.widthPx / stretches.length, space.gapPx, areBars ? barRhythms : undefined)
  return { stretches, every: every ?? 0 }
}

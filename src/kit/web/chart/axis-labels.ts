import type { BarRange } from './bar-groups.ts'
import type { ChartData } from './chart-data.ts'

/** The allowed label intervals: every nth label is shown, so that hours and months keep their rhythm. */
const defaultIntervals = [1, 2, 3, 4, 6] as const

/** Returns the smallest interval at which neighbouring labels do not touch; null when even the largest has no room. */
export function labelInterval(
  maxLabelWidthPx: number,
  slotPx: number,
  gapPx: number,
  intervals: readonly number[] = defaultIntervals,
): number | null {
  return intervals.find((interval) => maxLabelWidthPx + gapPx <= interval * slotPx) ?? null
}

/** Returns where a text of this width begins when it is centred at `middlePx` and has to stay on the canvas. */
export function labelStart(middlePx: number, widthPx: number, canvasWidthPx: number): number {
  return Math.min(Math.max(0, middlePx - widthPx / 2), canvasWidthPx - widthPx)
}

/**
 * The bars or groups that are labelled on the axis, and the interval between labels; 0 where there is no room for any.
 */
export type AxisLabels = { groups: readonly BarRange[]; interval: number }

type AvailableSpace = { widthPx: number; gapPx: number; measure: (text: string) => number }
type LabelledData = Pick<ChartData, 'tickOf' | 'tickPositionOf' | 'labelIntervals'>

const maxMeasured = 60

/**
 * Chooses what is labelled: the bars where some of their labels fit and no two are alike, otherwise the finest grouping
 * for which the same holds (the days for the hours of a week). A group that covers the whole visible range says little,
 * so it comes last. `levels` are the visible groups, the drawn bars first.
 */
export function chooseAxisLabels(
  levels: readonly (readonly BarRange[])[],
  data: LabelledData,
  space: AvailableSpace,
): AxisLabels {
  const [bars, ...coarser] = levels.map((level) => labelsOfLevel(level, data, space))
  const telling = coarser.filter(({ groups }) => groups.length > 1)
  const ordered = [bars!, ...telling.filter(({ interval }) => interval === 1), ...telling, ...coarser]
  const fitting = ordered.filter(({ interval }) => interval)
  return fitting.find((level) => haveUniqueNames(level, data)) ?? fitting[0] ?? { groups: [], interval: 1 }
}

/**
 * Checks whether a group is labelled: by its position in the day where it has one, otherwise counted from the first.
 */
export function isLabelled({ groups, interval }: AxisLabels, index: number, { tickPositionOf }: LabelledData): boolean {
  return (tickPositionOf?.(groups[index]!) ?? index) % interval === 0
}

function haveUniqueNames(level: AxisLabels, data: LabelledData): boolean {
  const names = level.groups.filter((_, index) => isLabelled(level, index, data)).map(data.tickOf)
  return new Set(names).size === names.length
}

function labelsOfLevel(
  groups: readonly BarRange[],
  { tickOf, labelIntervals }: LabelledData,
  space: AvailableSpace,
): AxisLabels {
  // Measuring the labels of many bars would take longer than drawing them; a sample gives their width.
  const spacing = Math.ceil(groups.length / maxMeasured)
  const sample = groups.filter((_, index) => index % spacing === 0 || index === groups.length - 1)
  const maxLabelWidthPx = Math.max(0, ...sample.map((range) => space.measure(tickOf(range))))
  const areBars = groups.every(({ first, last }) => first === last)
  const interval = labelInterval(
    maxLabelWidthPx,
    space.widthPx / groups.length,
    space.gapPx,
    areBars ? labelIntervals : undefined,
  )
  return { groups, interval: interval ?? 0 }
}

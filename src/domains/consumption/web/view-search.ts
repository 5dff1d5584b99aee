import type { SearchParams } from '#kit/web/page.ts'
import { type ChartType, type CurveRange, expandMonths, isValidRange, parseChartType } from '../rules.ts'
import type { consumptionSearchNames } from './search-names.ts'

type ConsumptionSearch = Partial<Record<(typeof consumptionSearchNames)[number], string>>

/** The curve shown. Without a range it is the default one, which depends on the data. */
export type ConsumptionView = { type: ChartType; range: CurveRange | undefined; isInvalid: boolean }

/** Parses the address. An invalid range is reported and not sent to the server. */
export function parseViewSearch({ curve, curveStart: start, curveEnd: end }: SearchParams): ConsumptionView {
  const type = parseChartType(curve ?? '') ?? 'monthly'
  if (start === undefined && end === undefined) return { type, range: undefined, isInvalid: false }
  const range = expandMonths(type, { start: start ?? '', end: end ?? '' })
  const isInvalid = !isValidRange(type, range)
  return { type, range: isInvalid ? undefined : range, isInvalid }
}

/** Returns the search parameters of a view; defaults are omitted. */
export function toViewSearch({ type, range }: Pick<ConsumptionView, 'type' | 'range'>): ConsumptionSearch {
  return { curve: type === 'monthly' ? undefined : type, curveStart: range?.start, curveEnd: range?.end }
}

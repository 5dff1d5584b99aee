import type { Search } from '#kit/web/page.ts'
import { type ChartType, chartTypeOf, type DayRange, isRange, wholeDays } from '../rules.ts'
import type { consumptionSearchNames } from './search-names.ts'

type ConsumptionSearch = Partial<Record<(typeof consumptionSearchNames)[number], string>>

/** Which curve is looked at. Without a range it is the default one, which depends on the data. */
export type ConsumptionView = { type: ChartType; range: DayRange | undefined; isInvalid: boolean }

/** Reads the address. A range that makes no sense is kept from the server and told of. */
export function readView({ curve, curveStart: start, curveEnd: end }: Search): ConsumptionView {
  const type = chartTypeOf(curve ?? '') ?? 'monthly'
  if (start === undefined && end === undefined) return { type, range: undefined, isInvalid: false }
  const range = wholeDays(type, { start: start ?? '', end: end ?? '' })
  const isInvalid = !isRange(type, range)
  return { type, range: isInvalid ? undefined : range, isInvalid }
}

/** What a view comes to in the address; the default is not told. */
export function searchOf({ type, range }: Pick<ConsumptionView, 'type' | 'range'>): ConsumptionSearch {
  return { curve: type === 'monthly' ? undefined : type, curveStart: range?.start, curveEnd: range?.end }
}

import { queryOptions } from '@tanstack/react-query'
import type { ChartType, CurveRange } from '#domains/consumption/rules.ts'
import type { Send } from '#kit/web/send.ts'

/** Query for where the next bill of a contract will end. */
export function billForecastQuery(send: Send, contractId: number) {
  return queryOptions({
    queryKey: ['bill-forecasts', contractId],
    queryFn: async ({ signal }) =>
      // The call with its schema is loaded on demand: few visitors of a page scroll down to it.
      send((await import('../api.ts')).readBillForecast, { params: { id: String(contractId) }, signal }),
  })
}

/** Query for what the intervals of a contract's curve cost. */
export function curveCostQuery(
  send: Send,
  { contractId, type, range }: { contractId: number; type: ChartType; range: CurveRange },
) {
  return queryOptions({
    queryKey: ['bill-forecasts', contractId, 'cost', type, range.start, range.end],
    queryFn: async ({ signal }) =>
      send((await import('../api.ts')).readCurveCost, {
        ...{ params: { id: String(contractId), type }, query: { start: range.start, end: range.end }, signal },
      }),
  })
}

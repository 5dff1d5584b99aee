import { queryOptions } from '@tanstack/react-query'
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

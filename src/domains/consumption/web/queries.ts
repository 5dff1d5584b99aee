import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { readChart } from '../api.ts'
import type { ChartType, DayRange } from '../rules.ts'
import { readCurve } from './read-curve.ts'

type Wanted = { contractId: number; type: ChartType; range: DayRange | undefined }

/** The curve of a contract; the default range where none is wanted. */
export function curveQuery(send: Send, { contractId, type, range }: Wanted) {
  return queryOptions({
    queryKey: ['consumption', contractId, type, range?.start, range?.end],
    queryFn: async ({ signal }) => {
      const params = { contractId: String(contractId), type }
      return readCurve(type, await send(readChart, { params, query: { ...range }, signal }))
    },
  })
}

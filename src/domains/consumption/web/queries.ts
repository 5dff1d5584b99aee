import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { addDays } from '#vocabulary/day.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { readAnyChart } from '../api.ts'
import { type ChartType, type DayRange, defaultRange } from '../rules.ts'
import { readCurve } from './read-curve.ts'

type Wanted = { contractId: number; type: ChartType; range: DayRange | undefined }

// Readings come about so late (specification, point 9).
const dataLagDays = 3

/** The curve of a contract; the default range where none is wanted. */
export function curveQuery(send: Send, { contractId, type, range }: Wanted) {
  return queryOptions({
    queryKey: ['consumption', contractId, type, range?.start, range?.end],
    queryFn: async ({ signal }) => {
      const params = { contractId: String(contractId), type }
      const wire = await send(readAnyChart, { params, query: { ...range }, signal })
      return readCurve(type, wire, range ?? defaultRange(type, addDays(madridClock(new Date()).day, -dataLagDays)))
    },
  })
}

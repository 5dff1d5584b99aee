import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { addDays } from '#vocabulary/day.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { type ChartType, type CurveRange, computeDefaultRange } from '../rules.ts'
import { parseCurve } from './parse-curve.ts'

const api = () => import('../api.ts')

type CurveQueryInput = { contractId: number; type: ChartType; range: CurveRange | undefined }

// Readings arrive this many days late (specification, point 9).
const dataLagDays = 3

/** Query for how complete the data of a contract's curve are. */
export function completenessQuery(send: Send, { contractId, range }: { contractId: number; range: CurveRange }) {
  return queryOptions({
    queryKey: ['consumption', contractId, 'completeness', range.start, range.end],
    queryFn: async ({ signal }) =>
      send((await api()).readCompleteness, { params: { contractId: String(contractId) }, query: range, signal }),
  })
}

/** Queries the curve of a contract; the default range if none is given. */
export function curveQuery(send: Send, { contractId, type, range }: CurveQueryInput) {
  return queryOptions({
    queryKey: ['consumption', contractId, type, range?.start, range?.end],
    queryFn: async ({ signal }) => {
      const params = { contractId: String(contractId), type }
      const wire = await send((await api()).readAnyChart, { params, query: { ...range }, signal })
      return parseCurve(
        type,
        wire,
        range ?? computeDefaultRange(type, addDays(readMadridClock(new Date()).day, -dataLagDays)),
      )
    },
  })
}

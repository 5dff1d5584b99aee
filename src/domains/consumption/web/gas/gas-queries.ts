import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { CurveRange } from '../../rules.ts'
import { type GasView, parseGasConsumption } from './parse-gas-consumption.ts'

/** Queries the consumption of a gas contract; the latest months if no range is given. */
export function gasQuery(send: Send, { contractId, range }: { contractId: number; range: CurveRange | undefined }) {
  return queryOptions({
    queryKey: ['consumption', contractId, 'gas', range?.start, range?.end],
    queryFn: async ({ signal }): Promise<GasView> => {
      const { readGasConsumption } = await import('../../gas-api.ts')
      const params = { gasContractId: String(contractId) }
      return parseGasConsumption(await send(readGasConsumption, { params, query: { ...range }, signal }))
    },
  })
}

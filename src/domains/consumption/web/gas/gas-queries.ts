import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { DayRange } from '../../rules.ts'
import { type GasView, readGas } from './read-gas.ts'

/** What a gas contract used; the latest months where no range is given. */
export function gasQuery(send: Send, { contractId, range }: { contractId: number; range: DayRange | undefined }) {
  return queryOptions({
    queryKey: ['consumption', contractId, 'gas', range?.start, range?.end],
    queryFn: async ({ signal }): Promise<GasView> => {
      const { readGasConsumption } = await import('../../gas-api.ts')
      const params = { gasContractId: String(contractId) }
      return readGas(await send(readGasConsumption, { params, query: { ...range }, signal }))
    },
  })
}

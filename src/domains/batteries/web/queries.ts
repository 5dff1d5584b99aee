import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { type BatteryModel, parseBattery } from './parse-battery.ts'

// The calls with their schemas are loaded only on the first request, because the first page arrives with its replies.
const api = () => import('../api.ts')

/** The key of everything that a change of a share makes stale, besides the contracts. */
export const batteriesKey = ['batteries']

/** Queries a battery with its ledger. @throws Refused 404 when it is not the customer's. */
export function ledgerQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...batteriesKey, id, 'ledger'],
    queryFn: async ({ signal }): Promise<BatteryModel> =>
      parseBattery(await send((await api()).readLedger, { params: { id }, signal })),
  })
}

/** A battery as an option to choose. */
export type BatteryChoice = { id: number; name: string; balanceCents: number }

/** Queries the customer's batteries. */
export function batteriesQuery(send: Send) {
  return queryOptions({
    queryKey: [...batteriesKey, 'all'],
    queryFn: async ({ signal }): Promise<BatteryChoice[]> => {
      const { items } = await send((await api()).listBatteries, { signal })
      return items.map(({ id, name, balance }) => ({ id, name, balanceCents: Math.round(balance * 100) }))
    },
  })
}

/** The distribution of a battery: the sum and, if the server returns it, the percentage by contract. */
export type Distribution = {
  percentage: number
  contracts: { name: string; address: string; percentage: number; isOrigin: boolean }[]
}

/** Queries the distribution of a battery today. */
export function distributionQuery(send: Send, batteryId: number) {
  return queryOptions({
    queryKey: [...batteriesKey, batteryId, 'percentages'],
    queryFn: async ({ signal }): Promise<Distribution> => {
      const call = (await api()).readPercentages
      const { percentage, contracts = [] } = await send(call, { params: { bateriaId: String(batteryId) }, signal })
      return {
        percentage,
        contracts: contracts.map(({ es_origen: isOrigin, ...contract }) => ({ ...contract, isOrigin })),
      }
    },
  })
}

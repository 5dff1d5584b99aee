import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { type ReadWallet, readWallet } from './read-wallet.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

/** Everything that a change of a share makes stale, beside the contracts. */
export const batteriesKey = ['batteries']

/** A wallet with its ledger. @throws Refused 404 when it is not the customer's. */
export function ledgerQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...batteriesKey, id, 'ledger'],
    queryFn: async ({ signal }): Promise<ReadWallet> =>
      readWallet(await send((await api()).readLedger, { params: { id }, signal })),
  })
}

/** A wallet to choose among others. */
export type WalletChoice = { id: number; name: string; balanceCents: number }

/** The customer's wallets. */
export function walletsQuery(send: Send) {
  return queryOptions({
    queryKey: [...batteriesKey, 'all'],
    queryFn: async ({ signal }): Promise<WalletChoice[]> => {
      const { items } = await send((await api()).listBatteries, { signal })
      return items.map(({ id, name, balance }) => ({ id, name, balanceCents: Math.round(balance * 100) }))
    },
  })
}

/** What is shared out of a wallet: all together and, from a server that tells it, by contract. */
export type Distribution = {
  percentage: number
  contracts: { name: string; address: string; percentage: number; isOrigin: boolean }[]
}

/** How a wallet is shared out today. */
export function distributionQuery(send: Send, batteryId: number) {
  return queryOptions({
    queryKey: [...batteriesKey, batteryId, 'percentages'],
    queryFn: async ({ signal }): Promise<Distribution> => {
      const call = (await api()).readPercentages
      const { percentage, contracts = [] } = await send(call, { params: { bateriaId: String(batteryId) }, signal })
      return { percentage, contracts: contracts.map(({ es_origen: isOrigin, ...told }) => ({ ...told, isOrigin })) }
    },
  })
}

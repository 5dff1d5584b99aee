import { queryOptions } from '@tanstack/react-query'
import { Refused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { type Energy, standingOf } from '../rules.ts'
import type { ContractListView } from './list-address.ts'
import { type ReadContract, readContract } from './read-contract.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

export type ContractPage = { items: ReadContract[]; total: number }
type Wanted = Pick<ContractListView, 'text' | 'offset' | 'limit'>

export const contractsKey = ['contracts']

/** A page of the contracts of a kind that the words of the view find. */
export function contractPageQuery(send: Send, energy: Energy, { text, offset, limit }: Wanted) {
  // A bracket at the beginning would make conditions of the words.
  const filter = text.replace(/^[[\s]+/, '') || undefined
  return queryOptions({
    queryKey: [...contractsKey, energy, { filter, offset, limit }],
    queryFn: async ({ signal }): Promise<ContractPage> => {
      const { items, total } = await send((await api()).listContracts, {
        query: { type: energy, filter, offset, limit },
        signal,
      })
      return { items: items.map(readContract), total }
    },
  })
}

/** How many contracts of a kind there are: the smallest page tells. */
export function countQuery(send: Send, energy: Energy) {
  return contractPageQuery(send, energy, { text: '', offset: 0, limit: 1 })
}

/** One contract. @throws Refused 404 when nobody by this name is the customer's. */
export function contractQuery(send: Send, energy: Energy, name: string) {
  return queryOptions({
    queryKey: [...contractsKey, energy, name],
    queryFn: async ({ signal }): Promise<ReadContract> => {
      const filter = JSON.stringify([['name', '=', name]])
      const { items } = await send((await api()).listContracts, { query: { type: energy, filter, limit: 1 }, signal })
      // Somebody else's server may take a filter for words to look for.
      const found = items.find((contract) => contract.name === name && contract.type === energy)
      if (!found) throw new Refused('not_found', 404)
      return readContract(found)
    },
  })
}

/** Every contract with what it takes to choose it, the kinds one after the other. */
export function contractInfoQuery(send: Send) {
  return queryOptions({
    queryKey: [...contractsKey, 'info'],
    queryFn: async ({ signal }) => {
      const { electricity, gas } = await send((await api()).listContractInfo, { signal })
      const ofKind = (energy: Energy, infos: typeof gas) =>
        infos.map(
          ({ name, state, cups }): ContractChoice => ({
            energy,
            name,
            isClosed: standingOf({ state, signedOn: null }) === 'closed',
            address: cups.full_address,
          }),
        )
      return [...ofKind('electricity', electricity), ...ofKind('gas', gas)]
    },
  })
}

/** A contract to choose among others. */
export type ContractChoice = { energy: Energy; name: string; address: string; isClosed: boolean }

import { queryOptions } from '@tanstack/react-query'
import { Refused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { contractStatusOf } from '../rules.ts'
import type { ContractListView } from './list/list-address.ts'
import { type ContractModel, parseContract } from './parse-contract.ts'

// The calls with their schemas are loaded on demand; the first page includes its data.
const api = () => import('../api.ts')

export type ContractPage = { items: ContractModel[]; total: number }
type ContractPageInput = Pick<ContractListView, 'text' | 'offset' | 'limit'>

export const contractsKey = ['contracts']

/** Returns a page of the contracts of a kind that match the search terms of the view. */
export function contractPageQuery(send: Send, energy: Energy, { text, offset, limit }: ContractPageInput) {
  // A leading bracket would turn the terms into conditions.
  const filter = text.replace(/^[[\s]+/, '') || undefined
  return queryOptions({
    queryKey: [...contractsKey, energy, { filter, offset, limit }],
    queryFn: ({ signal }) => fetchContractPage(send, energy, { filter, offset, limit }, signal),
  })
}

type ContractPageRequest = { filter?: string; offset: number; limit: number }

async function fetchContractPage(
  send: Send,
  energy: Energy,
  page: ContractPageRequest,
  signal: AbortSignal,
): Promise<ContractPage> {
  const { items, total } = await send((await api()).listContracts, { query: { type: energy, ...page }, signal })
  return { items: items.map(parseContract), total }
}

/** Returns the smallest page of each of some kinds, in their order, which counts the contracts of the kind. */
export function countsQuery(send: Send, energies: readonly Energy[]) {
  return queryOptions({
    queryKey: [...contractsKey, 'counts', energies],
    queryFn: ({ signal }) =>
      Promise.all(energies.map((energy) => fetchContractPage(send, energy, { offset: 0, limit: 1 }, signal))),
  })
}

/** Returns one contract. @throws Refused 404 when the customer has none by this name. */
export function contractQuery(send: Send, energy: Energy, name: string) {
  return queryOptions({
    queryKey: [...contractsKey, energy, name],
    queryFn: async ({ signal }): Promise<ContractModel> => {
      const filter = JSON.stringify([['name', '=', name]])
      const { items } = await send((await api()).listContracts, { query: { type: energy, filter, limit: 1 }, signal })
      // An upstream server may treat a filter as search terms.
      const match = items.find((contract) => contract.name === name && contract.type === energy)
      if (!match) throw new Refused('not_found', 404)
      return parseContract(match)
    },
  })
}

/** Returns every contract with the data required to choose it, grouped by kind. */
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
            isClosed: contractStatusOf({ state, signedOn: null }) === 'closed',
            address: cups.full_address,
          }),
        )
      return [...ofKind('electricity', electricity), ...ofKind('gas', gas)]
    },
  })
}

/** A contract to choose among others. */
export type ContractChoice = { energy: Energy; name: string; address: string; isClosed: boolean }

/** Query for what was agreed with a contract and is still to change. Only Llum itself knows it, not an upstream server. */
export function agreedDatesQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: ['agreed-dates', contractName],
    queryFn: async ({ signal }) => send((await api()).listAgreedDates, { query: { contract: contractName }, signal }),
  })
}

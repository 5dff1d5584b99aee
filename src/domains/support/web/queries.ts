import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

const supportKey = ['support']
export const requestsKey = [...supportKey, 'requests']

/** A page of what was asked of the retailer. */
export function requestsQuery(send: Send, { offset, limit }: { offset: number; limit: number }) {
  return queryOptions({
    queryKey: [...requestsKey, { offset, limit }],
    queryFn: async ({ signal }) => send((await api()).listRequests, { query: { offset, limit }, signal }),
  })
}

/** What has not ended of what was asked of the retailer. */
export function openRequestsQuery(send: Send) {
  return queryOptions({
    queryKey: [...requestsKey, 'open'],
    queryFn: async ({ signal }) => send((await api()).listRequests, { query: { open: 'true' }, signal }),
  })
}

/** A case. @throws Refused 404 when it is not the customer's. */
export function requestQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...requestsKey, id],
    queryFn: async ({ signal }) => send((await api()).readRequest, { params: { id }, signal }),
  })
}

/** What can be written about, by customers or by anybody. */
export function categoriesQuery(send: Send, { isSignedIn }: { isSignedIn: boolean }) {
  return queryOptions({
    queryKey: [...supportKey, 'categories', isSignedIn],
    queryFn: async ({ signal }) => {
      const query = isSignedIn ? {} : { unsigned: 'true' }
      return (await send((await api()).listCategories, { query, signal })).items
    },
  })
}

/** What customer care can be asked about. */
export function typesQuery(send: Send) {
  return queryOptions({
    queryKey: [...supportKey, 'types'],
    queryFn: async ({ signal }) =>
      (await send((await api()).listTypes, { signal })).map(([code, name]) => ({ code, name })),
  })
}

/** What a type is parted into. */
export function subtypesQuery(send: Send, type: string) {
  return queryOptions({
    queryKey: [...supportKey, 'types', type],
    queryFn: async ({ signal }) =>
      (await send((await api()).listSubtypes, { params: { tipus: type }, signal })).map(({ name, desc }) => ({
        code: name,
        name: desc,
      })),
    enabled: type !== '',
  })
}

/** A contract that can be written about. */
export type SupportContract = { id: number; name: string; energy: 'electricity' | 'gas'; address: string }

/** All of a customer's contracts, electricity first. */
export function contractsQuery(send: Send) {
  return queryOptions({
    queryKey: [...supportKey, 'contracts'],
    queryFn: async ({ signal }) => {
      const { listContractInfo } = await import('#domains/contracts/api.ts')
      const { electricity, gas } = await send(listContractInfo, { signal })
      const ofKind = (energy: SupportContract['energy'], infos: typeof gas) =>
        infos.map(({ id, name, cups }): SupportContract => ({ id, name, energy, address: cups.full_address }))
      return [...ofKind('electricity', electricity), ...ofKind('gas', gas)]
    },
  })
}

/** What the meter of a contract last showed. */
export function lastReadingQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...supportKey, 'reading', contractName],
    queryFn: async ({ signal }) => send((await api()).readLastReading, { params: { contractName }, signal }),
    enabled: contractName !== '',
  })
}

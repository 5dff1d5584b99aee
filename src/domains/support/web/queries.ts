import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are loaded only when something is requested: the first page comes with its data.
const api = () => import('../api.ts')

export const supportKey = ['support']
export const requestsKey = [...supportKey, 'requests']

/** Returns the query for a page of requests. */
export function requestsQuery(send: Send, { offset, limit }: { offset: number; limit: number }) {
  return queryOptions({
    queryKey: [...requestsKey, { offset, limit }],
    queryFn: async ({ signal }) => send((await api()).listRequests, { query: { offset, limit }, signal }),
  })
}

/** Returns the query for the open requests. */
export function openRequestsQuery(send: Send) {
  return queryOptions({
    queryKey: [...requestsKey, 'open'],
    queryFn: async ({ signal }) => send((await api()).listRequests, { query: { open: 'true' }, signal }),
  })
}

/** Returns the query for a case. @throws Refused 404 if it is not the customer's. */
export function requestQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...requestsKey, id],
    queryFn: async ({ signal }) => send((await api()).readRequest, { params: { id }, signal }),
  })
}

/** Returns the query for the categories of requests, for customers or for anyone. */
export function categoriesQuery(send: Send, { isSignedIn }: { isSignedIn: boolean }) {
  return queryOptions({
    queryKey: [...supportKey, 'categories', isSignedIn],
    queryFn: async ({ signal }) => {
      const query = isSignedIn ? {} : { unsigned: 'true' }
      return (await send((await api()).listCategories, { query, signal })).items
    },
  })
}

/** Returns the query for the types of customer care cases. */
export function typesQuery(send: Send) {
  return queryOptions({
    queryKey: [...supportKey, 'types'],
    queryFn: async ({ signal }) =>
      (await send((await api()).listCaseTypesOffered, { signal })).map(([code, name]) => ({ code, name })),
  })
}

/** Returns the query for the subtypes of a type. */
export function subtypesQuery(send: Send, type: string) {
  return queryOptions({
    queryKey: [...supportKey, 'types', type],
    queryFn: async ({ signal }) =>
      (await send((await api()).listSubtypesOffered, { params: { tipus: type }, signal })).map(({ name, desc }) => ({
        code: name,
        name: desc,
      })),
    enabled: type !== '',
  })
}

/** A contract that a request can be about. */
export type SupportContract = { id: number; name: string; energy: 'electricity' | 'gas'; address: string }

/** Returns the query for all of a customer's contracts, electricity first. */
export function contractsQuery(send: Send) {
  return queryOptions({
    queryKey: [...supportKey, 'contracts'],
    queryFn: async ({ signal }) => {
      const { listContractInfo } = await import('#domains/contracts/api.ts')
      const { electricity, gas } = await send(listContractInfo, { signal })
      const contractsOf = (energy: SupportContract['energy'], infos: typeof gas) =>
        infos.map(({ id, name, cups }): SupportContract => ({ id, name, energy, address: cups.full_address }))
      return [...contractsOf('electricity', electricity), ...contractsOf('gas', gas)]
    },
  })
}

/** Returns the query for the hours at which somebody can be called. */
export function callHoursQuery(send: Send, contractName: string | undefined) {
  return queryOptions({
    queryKey: [...supportKey, 'call-hours', contractName ?? ''],
    queryFn: async ({ signal }) => {
      const query = contractName ? { contract: contractName } : {}
      return (await send((await api()).listCallHours, { query, signal })).hours
    },
  })
}

/** Returns the query for the case of a link in a mail. @throws Refused 404 if the link is over. */
export function linkedCaseQuery(send: Send, token: string) {
  return queryOptions({
    queryKey: [...supportKey, 'linked', token],
    queryFn: async ({ signal }) => send((await api()).readLinkedCase, { params: { token }, signal }),
  })
}

/** Returns the query for the last reading of a contract's meter. */
export function lastReadingQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...supportKey, 'reading', contractName],
    queryFn: async ({ signal }) => send((await api()).readLastReading, { params: { contractName }, signal }),
    enabled: contractName !== '',
  })
}

/** Returns the query for whom to call in an interruption of a contract's supply. */
export function breakdownContactQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: [...supportKey, 'breakdown', contractName],
    queryFn: async ({ signal }) =>
      (await send((await api()).readBreakdownContact, { params: { contractName }, signal })).distributor,
    enabled: contractName !== '',
  })
}

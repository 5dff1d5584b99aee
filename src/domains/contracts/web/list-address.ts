import type { Search } from '#kit/web/page.ts'
import { type Energy, mostPerPage } from '../rules.ts'

/** What a list of contracts shows, as its address tells: what is looked for, the page, and what a contract is chosen for. */
export type ContractListView = {
  text: string
  action?: string
  offset: number
  limit: number
  /** The page size of whoever has chosen none. */
  itemsPerPage: number
}

export const pageSizes = [5, 10, 25, 50, 100]

/** Reads the address; what makes no sense there is as if it were not. */
export function readView(search: Search, itemsPerPage: number): ContractListView {
  return {
    text: search.filter ?? '',
    ...(search.action ? { action: search.action } : {}),
    offset: whole(search.offset) ?? 0,
    limit: Math.min(Math.max(whole(search.limit) ?? itemsPerPage, 1), mostPerPage),
    itemsPerPage,
  }
}

/** The address of a list, at its first page unless the change says another; a page size stands there where it was chosen. */
export function addressOf(energy: Energy, view: ContractListView, change: Partial<ContractListView> = {}): string {
  const { text, action, limit, itemsPerPage } = { ...view, ...change }
  const search = new URLSearchParams()
  if (text) search.set('filter', text)
  if (action) search.set('action', action)
  if (change.offset) search.set('offset', String(change.offset))
  if (limit !== itemsPerPage) search.set('limit', String(limit))
  return withSearch(`/contracts/${energy}`, search)
}

/** The address of a contract's page, perhaps with what is to be done there. */
export function contractAddress({ energy, name }: { energy: Energy; name: string }, action?: string): string {
  return withSearch(`/contracts/${energy}/${encodeURIComponent(name)}`, new URLSearchParams(action ? { action } : {}))
}

/** The address of a contract's invoices. */
export function invoicesAddress({ energy, name }: { energy: Energy; name: string }): string {
  return withSearch('/invoices', new URLSearchParams({ contractType: energy, contractName: name }))
}

/** The address at which what a contract owes is paid. */
export function paymentAddress(contract: { energy: Energy; name: string }): string {
  return `${invoicesAddress(contract)}&action=payOnline`
}

/** The kind of contracts that a path of theirs, in key form, is about. */
export function energyOfPath(pathname: string): Energy {
  return /^\/contracts\/gas(\/|$)/.test(pathname) ? 'gas' : 'electricity'
}

function withSearch(path: string, search: URLSearchParams): string {
  return search.size ? `${path}?${search}` : path
}

function whole(text: string | undefined): number | null {
  return text && /^\d{1,6}$/.test(text) ? Number(text) : null
}

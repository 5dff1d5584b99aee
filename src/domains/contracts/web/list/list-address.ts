import type { SearchParams } from '#kit/web/page.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { maxPerPage } from '../../rules.ts'

/**
 * The state of a contract list, as in its address: the search, the page, and the action that a contract is chosen for.
 */
export type ContractListView = {
  text: string
  action?: string
  offset: number
  limit: number
  /** The page size where none has been chosen. */
  itemsPerPage: number
}

export const pageSizes = [5, 10, 25, 50, 100]

/** Parses the address; invalid values are ignored. */
export function parseListView(search: SearchParams, itemsPerPage: number): ContractListView {
  return {
    text: search.filter ?? '',
    ...(search.action ? { action: search.action } : {}),
    offset: parseWholeNumber(search.offset) ?? 0,
    limit: Math.min(Math.max(parseWholeNumber(search.limit) ?? itemsPerPage, 1), maxPerPage),
    itemsPerPage,
  }
}

/**
 * Returns the address of a list, at its first page unless the change gives another. The page size is included only
 * where it was chosen.
 */
export function addressOf(energy: Energy, view: ContractListView, change: Partial<ContractListView> = {}): string {
  const { text, action, limit, itemsPerPage } = { ...view, ...change }
  const search = new URLSearchParams()
  if (text) search.set('filter', text)
  if (action) search.set('action', action)
  if (change.offset) search.set('offset', String(change.offset))
  if (limit !== itemsPerPage) search.set('limit', String(limit))
  return withSearch(`/contracts/${energy}`, search)
}

/** Returns the address of a contract's invoices. */
export function invoicesAddress({ energy, name }: { energy: Energy; name: string }): string {
  return withSearch('/invoices', new URLSearchParams({ contractType: energy, contractName: name }))
}

/** Returns the address at which the debt of a contract is paid. */
export function paymentAddress(contract: { energy: Energy; name: string }): string {
  return `${invoicesAddress(contract)}&action=payOnline`
}

/** Returns the kind of contract that a contract path, in key form, belongs to. */
export function energyOfPath(pathname: string): Energy {
  return /^\/contracts\/gas(\/|$)/.test(pathname) ? 'gas' : 'electricity'
}

function withSearch(path: string, search: URLSearchParams): string {
  return search.size ? `${path}?${search}` : path
}

function parseWholeNumber(text: string | undefined): number | null {
  return text && /^\d{1,6}$/.test(text) ? Number(text) : null
}

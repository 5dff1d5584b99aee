import { type FilterFields, type FilterOperator, type FilterTriple, isOfKind } from '#kit/filter.ts'
import type { Search } from '#kit/web/page.ts'
import { invoiceFields, multipointFields, paidStatuses } from '../rules.ts'
import { type FilterName, filterNames } from './search-names.ts'

export type InvoiceKind = 'electricity' | 'gas' | 'multipoint'
const invoiceKinds: readonly InvoiceKind[] = ['electricity', 'gas', 'multipoint']

/** What a list of invoices shows, as its address tells: kind, filters, page. Amounts stand as they were typed, in euros. */
export type InvoiceListView = { [Name in FilterName]?: string } & {
  kind: InvoiceKind | undefined
  offset: number
  limit: number
  /** The page size of whoever has chosen none. */
  itemsPerPage: number
}

export const pageSizes = [5, 10, 12, 25, 50, 100, 150]
const mostPerPage = 150

/** Reads the address; what makes no sense there is as if it were not. */
export function readView(search: Search, itemsPerPage: number): InvoiceListView {
  return {
    ...Object.fromEntries(
      filterNames.map((name) => [name, search[name]] as const).filter(([name, value]) => isSensible(name, value)),
    ),
    kind: invoiceKinds.find((kind) => kind === search.contractType),
    offset: whole(search.offset) ?? 0,
    limit: Math.min(Math.max(whole(search.limit) ?? itemsPerPage, 1), mostPerPage),
    itemsPerPage,
  }
}

/**
 * The address of a list. A change of kind forgets the filters, and one of anything but the page begins at the first page; a
 * page size stands there where it was chosen.
 */
export function addressOf(view: InvoiceListView, change: Partial<InvoiceListView> = {}): string {
  const isOther = change.kind !== undefined && change.kind !== view.kind
  const changed = { ...(isOther ? unfiltered(view) : view), ...change }
  const search = new URLSearchParams()
  if (changed.kind) search.set('contractType', changed.kind)
  for (const name of filterNames) if (changed[name]) search.set(name, changed[name])
  if (change.offset) search.set('offset', String(change.offset))
  if (changed.limit !== view.itemsPerPage) search.set('limit', String(changed.limit))
  return `/invoices${search.size ? `?${search}` : ''}`
}

/** The same list, all of it, from its beginning. */
export function unfiltered({ kind, limit, itemsPerPage }: InvoiceListView): InvoiceListView {
  return { kind, offset: 0, limit, itemsPerPage }
}

/** Whether anything is filtered. */
export function isFiltered(view: InvoiceListView): boolean {
  return filterNames.some((name) => view[name])
}

type Condition = { field: keyof typeof invoiceFields; operator: FilterOperator }

const conditions: Record<FilterName, Condition> = {
  contractName: { field: 'contract.name', operator: '=' },
  cups: { field: 'cups.name', operator: '=' },
  address: { field: 'cups.full_address', operator: '=' },
  vat: { field: 'vat', operator: '=' },
  status: { field: 'paid_status', operator: '=' },
  from: { field: 'date', operator: '>=' },
  to: { field: 'date', operator: '<=' },
  least: { field: 'amount_total', operator: '>=' },
  most: { field: 'amount_total', operator: '<=' },
}

/** The filter of the call for a kind, as JSON, or undefined when nothing is filtered. Invoices of several places have fewer fields. */
export function filterOf(kind: InvoiceKind, view: InvoiceListView): string | undefined {
  const fields: FilterFields = kind === 'multipoint' ? multipointFields : invoiceFields
  const triples = filterNames.flatMap((name): FilterTriple[] => {
    const { field, operator } = conditions[name]
    const value = view[name]
    return value && field in fields ? [[field, operator, onWire(name, value)]] : []
  })
  return triples.length ? JSON.stringify(triples) : undefined
}

function isSensible(name: FilterName, value: string | undefined): boolean {
  if (!value) return false
  if (name === 'status') return paidStatuses.some((status) => status === value)
  return isOfKind(onWire(name, value), invoiceFields[conditions[name].field])
}

/** Keeps of what is typed into a number box what belongs there: digits, comma, point and minus. */
export function numberCharacters(typed: string): string {
  return typed.replace(/[^\d,.-]/g, '')
}

// People write a comma; the call reads a point.
function onWire(name: FilterName, value: string): string {
  return name === 'least' || name === 'most' ? numberCharacters(value).replace(',', '.') : value
}

function whole(text: string | undefined): number | null {
  return text && /^\d{1,6}$/.test(text) ? Number(text) : null
}

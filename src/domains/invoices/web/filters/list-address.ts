import { type FilterCondition, type FilterFields, type FilterOperator, matchesFieldType } from '#kit/filter.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { invoiceFields, multipointFields, paidStatuses } from '../../rules.ts'
import { type FilterName, filterNames } from './search-names.ts'

export type InvoiceKind = 'electricity' | 'gas' | 'multipoint'
const invoiceKinds: readonly InvoiceKind[] = ['electricity', 'gas', 'multipoint']

/** The view of an invoice list as described by its address: kind, filters and page. Amounts are in euros, as typed. */
export type InvoiceListView = { [Name in FilterName]?: string } & {
  kind: InvoiceKind | undefined
  offset: number
  limit: number
  /** The default page size, for users who have not chosen one. */
  itemsPerPage: number
}

export const pageSizes = [5, 10, 12, 25, 50, 100, 150]
const maxPerPage = 150

/** Parses the address. Invalid values are ignored. */
export function parseListView(search: SearchParams, itemsPerPage: number): InvoiceListView {
  return {
    ...Object.fromEntries(
      filterNames
        .map((name) => [name, search[name]] as const)
        .filter(([name, value]) => isValidFilterValue(name, value)),
    ),
    kind: invoiceKinds.find((kind) => kind === search.contractType),
    offset: parseWholeNumber(search.offset) ?? 0,
    limit: Math.min(Math.max(parseWholeNumber(search.limit) ?? itemsPerPage, 1), maxPerPage),
    itemsPerPage,
  }
}

/**
 * Returns the address of a list after a change. Changing the kind clears the filters, and changing anything but the
 * page returns to the first page. The page size is included if it was chosen.
 */
export function addressOf(view: InvoiceListView, change: Partial<InvoiceListView> = {}): string {
  const isOther = change.kind !== undefined && change.kind !== view.kind
  const changed = { ...(isOther ? clearFilters(view) : view), ...change }
  const search = new URLSearchParams()
  if (changed.kind) search.set('contractType', changed.kind)
  for (const name of filterNames) if (changed[name]) search.set(name, changed[name])
  if (change.offset) search.set('offset', String(change.offset))
  if (changed.limit !== view.itemsPerPage) search.set('limit', String(changed.limit))
  return `/invoices${search.size ? `?${search}` : ''}`
}

/** Returns the view of the same list without filters, from its beginning. */
export function clearFilters({ kind, limit, itemsPerPage }: InvoiceListView): InvoiceListView {
  return { kind, offset: 0, limit, itemsPerPage }
}

/** Checks whether any filter is set. */
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

/**
 * Returns the filter of the call for a kind, as JSON, or undefined if no filter is set. Multipoint invoices have fewer
 * fields.
 */
export function buildFilter(kind: InvoiceKind, view: InvoiceListView): string | undefined {
  const fields: FilterFields = kind === 'multipoint' ? multipointFields : invoiceFields
  const triples = filterNames.flatMap((name): FilterCondition[] => {
    const { field, operator } = conditions[name]
    const value = view[name]
    return value && field in fields ? [[field, operator, toWireValue(name, value)]] : []
  })
  return triples.length ? JSON.stringify(triples) : undefined
}

function isValidFilterValue(name: FilterName, value: string | undefined): boolean {
  if (!value) return false
  if (name === 'status') return paidStatuses.some((status) => status === value)
  return matchesFieldType(toWireValue(name, value), invoiceFields[conditions[name].field])
}

/** Removes from the input of a number box everything but digits, comma, point and minus. */
export function stripNonNumeric(text: string): string {
  return text.replace(/[^\d,.-]/g, '')
}

// Users type a decimal comma; the call expects a point.
function toWireValue(name: FilterName, value: string): string {
  return name === 'least' || name === 'most' ? stripNonNumeric(value).replace(',', '.') : value
}

function parseWholeNumber(text: string | undefined): number | null {
  return text && /^\d{1,6}$/.test(text) ? Number(text) : null
}

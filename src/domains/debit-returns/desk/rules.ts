import { codesOf, type ReturnCause } from '../return-reasons.ts'

/** The lists of returned debits: without an invoice, still owed, put aside, and all. */
export const returnFilters = ['unmatched', 'owed', 'dismissed', 'all'] as const
export type ReturnFilter = (typeof returnFilters)[number]

/** What operators do with several returns at once: take them on, tell their customers again, or put them aside. */
export const bulkActs = ['assign', 'remind', 'dismiss'] as const
export type BulkAct = (typeof bulkActs)[number]

/** How many returns an operator acts on at once. */
export const maxBulkCount = 100

/** Returns the codes by which the returns of a cause are found; the unknown cause has every code of no other. */
export function codesToFind(cause: ReturnCause, allCauses: readonly ReturnCause[]): { isIn: boolean; codes: string[] } {
  if (cause !== 'unknown') return { isIn: true, codes: codesOf(cause) }
  return { isIn: false, codes: allCauses.filter((each) => each !== 'unknown').flatMap(codesOf) }
}

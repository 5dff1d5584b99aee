import { type FilterFields, textFieldType } from '#kit/filter.ts'

/** The maximum number of contracts in a list reply. */
export const maxPerPage = 150

/** The status of a contract as shown to the customer: the key of a text. */
export type ContractStatus = 'draft' | 'signature_pending' | 'active' | 'closed'

/** Returns the status of a contract (specification, point 4). Any unknown state counts as closed. */
export function contractStatusOf({ state, signedOn }: { state: string; signedOn: string | null }): ContractStatus {
  if (state === 'esborrany') return signedOn === null ? 'signature_pending' : 'draft'
  return state === 'activa' ? 'active' : 'closed'
}

/**
 * Checks whether a contract is pending its start: it has no supply yet, and so no consumption, no invoices and no
 * changes.
 */
export function isPendingStart(status: ContractStatus): boolean {
  return status === 'draft' || status === 'signature_pending'
}

/** Consecutive periods with the same power: `first` and `last` count from 1. */
export type PowerRun = { first: number; last: number; watts: number }

/** Returns the contracted powers, P1 first, with equal neighbouring periods grouped. */
export function groupEqualPowers(powerWatts: readonly number[]): PowerRun[] {
  const runs: PowerRun[] = []
  for (const [index, watts] of powerWatts.entries()) {
    const before = runs.at(-1)
    if (before?.watts === watts) before.last = index + 1
    else runs.push({ first: index + 1, last: index + 1, watts })
  }
  return runs
}

/** The fields that conditions on a list of contracts can use. */
export const contractFields = {
  name: textFieldType,
  state: textFieldType,
  'cups.name': textFieldType,
  'cups.full_address': textFieldType,
  'tariff.name': textFieldType,
} satisfies FilterFields

/** Checks whether a filter is a list of conditions rather than search terms. */
export function isConditionFilter(filter: string): boolean {
  return filter.trimStart().startsWith('[')
}

const maxSearchTerms = 10

/**
 * Returns the terms of a search in lower case, without accents and without surrounding punctuation, so that "Málaga,
 * Larios" finds "Calle Larios, 12 - Malaga".
 */
export function splitSearchTerms(text: string): string[] {
  return foldText(text)
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, maxSearchTerms)
}

/** Returns the text in lower case without accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

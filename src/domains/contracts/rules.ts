import { type FilterFields, textKind } from '#kit/filter.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'

export const energies = ['electricity', 'gas'] as const
export type Energy = (typeof energies)[number]

/** How many contracts a list tells at once. */
export const mostPerPage = 150

/** How a contract stands, in the customer's words: the key of a text. */
export type ContractStanding = 'draft' | 'signature_pending' | 'active' | 'closed'

/** How a contract stands (specification, point 4). Whatever state is not known is over. */
export function standingOf({ state, signedOn }: { state: string; signedOn: string | null }): ContractStanding {
  if (state === 'esborrany') return signedOn === null ? 'signature_pending' : 'draft'
  return state === 'activa' ? 'active' : 'closed'
}

/** Whether a contract is only on its way: it has no supply yet, and so no consumption, no invoices and no changes. */
export function isBeginning(standing: ContractStanding): boolean {
  return standing === 'draft' || standing === 'signature_pending'
}

/** By when a signed contract is supplied at the latest (Ley 24/2013, art. 45), in days. */
export const mostDaysToBegin = 21
/** For how long a consumer may withdraw after signing (Real Decreto Legislativo 1/2007, art. 104), in days. */
export const withdrawalDays = 14

/** The last days of a contract that was signed: to begin and to withdraw; null once they are past. */
export function daysAfterSigning(signedOn: MarketDay, today: MarketDay) {
  const unlessPast = (day: MarketDay) => (day < today ? null : day)
  return {
    beginsBy: unlessPast(addDays(signedOn, mostDaysToBegin)),
    withdrawBy: unlessPast(addDays(signedOn, withdrawalDays)),
  }
}

/** Periods one after the other with the same power: `first` and `last` count from 1. */
export type PowerRun = { first: number; last: number; watts: number }

/** The contracted powers, P1 first, with those of neighbouring periods that are the same told once. */
export function powerRuns(powerWatts: readonly number[]): PowerRun[] {
  const runs: PowerRun[] = []
  for (const [index, watts] of powerWatts.entries()) {
    const before = runs.at(-1)
    if (before?.watts === watts) before.last = index + 1
    else runs.push({ first: index + 1, last: index + 1, watts })
  }
  return runs
}

/** What may be asked of a list of contracts by conditions. */
export const contractFields = {
  name: textKind,
  state: textKind,
  'cups.name': textKind,
  'cups.full_address': textKind,
  'tariff.name': textKind,
} satisfies FilterFields

/** Whether a filter is a list of conditions, and not words to look for. */
export function isConditions(filter: string): boolean {
  return filter.trimStart().startsWith('[')
}

const mostWords = 10

/**
 * The words of a search, in small letters without accents and without the signs that people put around them, so that
 * "Málaga, Larios" finds "Calle Larios, 12 - Malaga".
 */
export function searchWords(text: string): string[] {
  return folded(text)
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, mostWords)
}

/** The text in small letters without accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

import { type FilterFields, textFieldType } from '#kit/filter.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { addWorkingDays } from '#vocabulary/working-days.ts'

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

/**
 * The maximum number of days from a signature until a distributor switches the supply: working days for electricity, five
 * more where complex work is needed (Real Decreto 88/2026, art. 18.1), days of the calendar for gas (Real Decreto
 * 1434/2002, art. 44).
 */
export const switchTerms = {
  electricity: { workingDays: 10, complexWorkingDays: 15 },
  gas: { days: 21 },
} as const
/**
 * The number of days within which a consumer may withdraw after signing (Real Decreto Legislativo 1/2007, art. 104).
 */
export const withdrawalDays = 14

/** Returns the deadlines of a signed contract, to begin and to withdraw; null once they are past. */
export function computeSigningDeadlines(
  { energy, signedOn }: { energy: 'electricity' | 'gas'; signedOn: MarketDay },
  today: MarketDay,
) {
  const unlessPast = (day: MarketDay) => (day < today ? null : day)
  const beginsBy =
    energy === 'gas'
      ? addDays(signedOn, switchTerms.gas.days)
      : addWorkingDays(signedOn, switchTerms.electricity.complexWorkingDays)
  return {
    beginsBy: unlessPast(beginsBy),
    withdrawBy: unlessPast(addDays(signedOn, withdrawalDays)),
  }
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

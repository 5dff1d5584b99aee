import { parseId } from '#kit/parse-id.ts'
import { type CaseState, caseStates, isOpenCase } from '../../rules.ts'

/**
 * The filters of the list by case state; `calls` are those whose author wants to be called, `letters` those whose
 * receipt or answer is to be sent by letter.
 */
export const caseFilters = ['open', 'calls', 'letters', ...caseStates, 'all'] as const
export type CaseFilter = (typeof caseFilters)[number]

/** A category, or a type of claims, as it is named in the filter: `category-11`, `type-invoice`. */
export const categoryPattern = /^(category|type)-([\w-]{1,40})$/

export type CategoryFilter = { categoryId: number } | { typeCode: string }

/** Parses a category filter. Returns null if it is invalid. */
export function parseCategoryFilter(text: string): CategoryFilter | null {
  const [, kind, code] = categoryPattern.exec(text) ?? []
  if (!code) return null
  if (kind === 'type') return { typeCode: code }
  const categoryId = parseId(code)
  return categoryId === undefined ? null : { categoryId }
}

/**
 * Parses the id in a case number, written in full (`2026-000123`) or without the year. Returns null for any other text.
 */
export function parseCaseId(text: string): number | null {
  const [, id] = /^(?:\d{4}-)?0*([1-9]\d*)$/.exec(text.trim()) ?? []
  return parseId(id) ?? null
}

/** What operators do with several cases at once. */
export const bulkActs = ['assign', 'close'] as const
export type BulkAct = (typeof bulkActs)[number]

/** How many cases an operator acts on at once. */
export const maxBulkCount = 100

/** Why a bulk act does not apply to a case. */
export const bulkProblems = ['case_closed', 'not_answered'] as const
export type BulkProblem = (typeof bulkProblems)[number]

/**
 * Returns why a case cannot be closed without a further answer, or null: it is closed only once it was answered, because
 * no case ends without an answer to its points (Ley 10/2025, article 13.1).
 */
export function closingProblemOf({ state, isAnswered }: { state: CaseState; isAnswered: boolean }): BulkProblem | null {
  if (!isOpenCase(state)) return 'case_closed'
  return isAnswered && state === 'being_processed' ? null : 'not_answered'
}

/** A quarter of a year, as it is named in an address: `2026-3`. */
export const quarterPattern = /^(20\d\d)-([1-4])$/

/** Returns the first day of a quarter, and that of the next one. */
export function daysOfQuarter(quarter: string): { from: string; until: string } {
  const [, year, number] = quarterPattern.exec(quarter)!
  const first = (Number(number) - 1) * 3 + 1
  const dayOf = (month: number) =>
    month > 12 ? `${Number(year) + 1}-01-01` : `${year}-${String(month).padStart(2, '0')}-01`
  return { from: dayOf(first), until: dayOf(first + 3) }
}

/**
 * Returns the margin of error of a mean rating at 95 % confidence, in points of its scale: for a sample of `count` out
 * of `population` cases, with the correction for a finite population. Null where fewer than two ratings were given,
 * unless they are of all cases.
 */
export function marginOfError({
  count,
  population,
  deviation,
}: {
  count: number
  population: number
  deviation: number | null
}): number | null {
  if (count > 0 && count === population) return 0
  if (count < 2 || deviation === null) return null
  return ((confidenceFactor * deviation) / Math.sqrt(count)) * Math.sqrt((population - count) / (population - 1))
}

/** The quantile of the normal distribution for a confidence of 95 %. */
const confidenceFactor = 1.96

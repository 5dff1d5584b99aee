import { parseId } from '#kit/parse-id.ts'
import { caseStates } from '../../rules.ts'

/** The filters of the list by case state; `calls` are those whose author wants to be called. */
export const caseFilters = ['open', 'calls', ...caseStates, 'all'] as const
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

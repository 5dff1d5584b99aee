import { caseStates } from '#domains/support/rules.ts'

/** What the list is narrowed to by how cases stand. */
export const caseFilters = ['open', ...caseStates, 'all'] as const
export type CaseFilter = (typeof caseFilters)[number]

/** A category, or a type of claims, as the filter names it: `category-11`, `type-invoice`. */
export const categoryPattern = /^(category|type)-([\w-]{1,40})$/

export type CategoryFilter = { categoryId: number } | { typeCode: string }

/** Reads what a filter names; null where it names nothing that can be. */
export function readCategory(named: string): CategoryFilter | null {
  const [, kind, code] = categoryPattern.exec(named) ?? []
  if (!code) return null
  if (kind === 'type') return { typeCode: code }
  return /^[1-9]\d{0,8}$/.test(code) ? { categoryId: Number(code) } : null
}

/** The id in a case's number, as it is written (`2026-000123`) or without the year; null in any other text. */
export function caseIdIn(typed: string): number | null {
  const [, id] = /^(?:\d{4}-)?0*([1-9]\d{0,8})$/.exec(typed.trim()) ?? []
  return id ? Number(id) : null
}

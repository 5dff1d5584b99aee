import { isValidOn, overlayRows } from '#vocabulary/dated-rows.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { builtInNorms } from '../../built-in-norms.ts'
import { type DutyKind, dutyKinds, ruleOf } from '../../kinds.ts'
import type { DutyNorm } from '../../norm.ts'
import type { TermUnit } from '../../terms.ts'

/** A norm with its version if an operator entered it; null for one built into the product. */
export type VersionedNorm = DutyNorm & { version: number | null }

/** A norm over time: its kind, and its rows, newest first. */
export type NormHistory = { code: string; kind: DutyKind; rows: VersionedNorm[] }

/** Returns every norm over time, by kind: those of the product overlaid with the rows of operators. */
export function mergeNorms(entered: readonly VersionedNorm[]): NormHistory[] {
  const known = builtInNorms.map((norm) => ({ ...norm, version: null }))
  const codes = [...new Set([...known, ...entered].map(({ code }) => code))]
  const withCode = (norms: readonly VersionedNorm[], code: string) => norms.filter((norm) => norm.code === code)
  const histories = codes.map((code) => {
    const rows = overlayRows(withCode(known, code), withCode(entered, code)).reverse()
    return { code, kind: rows[0]!.kind, rows }
  })
  const order = Object.keys(dutyKinds)
  return histories.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

/** Returns whether a row of a norm is past, applies or is planned on a day. */
export function normTimeOf(norm: Pick<DutyNorm, 'validFrom' | 'validTo'>, today: MarketDay) {
  if (isValidOn(norm, today)) return 'present'
  return norm.validFrom > today ? 'planned' : 'past'
}

type NormInput = {
  kind: DutyKind
  count: number
  unit: TermUnit
  tolerance_days?: number | undefined
  law: string | null
  article: string | null
  source: string | null
  state: DutyNorm['state']
  note: string | null
  valid_from: MarketDay
  valid_to: MarketDay | null
}

/**
 * Returns why a norm cannot be entered, by field. It begins tomorrow or later, so that it can still be corrected; a law
 * says where it was published, and a state other than in force what it depends on. A term of no days is the same day, for
 * what a norm of the product asks for on the same day. Only what is done by a day may exceed its term.
 */
export function findNormProblem(norm: NormInput, today: MarketDay): Record<string, string[]> | undefined {
  const {
    kind,
    count,
    unit,
    tolerance_days: tolerance = 0,
    law,
    article,
    source,
    state,
    note,
    valid_from: from,
    valid_to: to,
  } = norm
  const problems = {
    ...(count === 0 && !(isSameDayKind(kind) && isUnitOfDays(unit)) && { count: ['not_count'] }),
    ...(tolerance > 0 && (ruleOf(kind).counting !== 'by' || unit === 'hours') && { tolerance_days: ['no_tolerance'] }),
    ...(from < addDays(today, 1) && { valid_from: ['begins_too_early'] }),
    ...(to !== null && to <= from && { valid_to: ['ends_before'] }),
    ...(law !== null && source === null && { source: ['source_needed'] }),
    ...(law === null && article !== null && { law: ['law_needed'] }),
    ...((state === 'conditional' || state === 'awaiting_validation') && note === null && { note: ['note_needed'] }),
  }
  return Object.keys(problems).length ? problems : undefined
}

function isSameDayKind(kind: DutyKind): boolean {
  return builtInNorms.some((norm) => norm.kind === kind && norm.term.count === 0)
}

function isUnitOfDays(unit: TermUnit): boolean {
  return unit === 'days' || unit === 'working_days'
}

/** Returns the topics that norms of each kind distinguish; an event is about some of them. */
export function topicsOf(kind: DutyKind): string[] {
  const topics = builtInNorms.filter((norm) => norm.kind === kind).flatMap(({ topic }) => topic ?? [])
  return [...new Set(topics)].sort()
}

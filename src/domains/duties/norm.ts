import type { Validity } from '#vocabulary/dated-rows.ts'
import type { DutyKind } from './kinds.ts'
import type { Term } from './terms.ts'

/** The states of a norm. Only one in force counts; the others are shown to operators. */
export const normStates = ['in_force', 'conditional', 'awaiting_validation', 'repealed'] as const
export type NormState = (typeof normStates)[number]

/** Where customers can turn to if a duty is missed. */
export const recourses = ['consumer_bodies', 'energy_authority', 'data_protection_agency', 'write_again'] as const
export type Recourse = (typeof recourses)[number]

/** What a customer is paid for a missed term. */
export const compensations = ['missed_quality_term'] as const
export type Compensation = (typeof compensations)[number]

/** What a norm applies to; null for anything. */
export type NormScope = {
  topic: string | null
  energy: 'electricity' | 'gas' | null
  /** Contracts with all powers up to this one. */
  maxPowerWatts: number | null
}

/** A rule of law, or a promise of the retailer, that sets the term of a duty from a day until another one. */
export type DutyNorm = Validity &
  NormScope & {
    kind: DutyKind
    /** Identifies the norm over time: a later row with the same code replaces an earlier one. */
    code: string
    /** The name of the law; null for a promise that no norm requires. */
    law: string | null
    article: string | null
    /** Where it was published. */
    source: string | null
    state: NormState
    /** What a state other than in force depends on, for operators. */
    note: string | null
    term: Term
    /** The calendar days by which what is to be done may exceed its term. */
    toleranceDays: number
    recourse: Recourse | null
    compensation: Compensation | null
  }

type NormInput = Pick<DutyNorm, 'kind' | 'code'> & { term: readonly [number, Term['unit']] } & Partial<
    Omit<DutyNorm, 'term'>
  >
type CommonToNorms = Pick<DutyNorm, 'law' | 'source' | 'validFrom'> & Partial<DutyNorm>

/** Creates norms of one law: what they have in common, and what each has of its own with its term as count and unit. */
export function normsOf(common: CommonToNorms, norms: readonly NormInput[]): DutyNorm[] {
  return norms.map(({ term: [count, unit], ...norm }) => ({ ...defaults, ...common, ...norm, term: { count, unit } }))
}

const defaults = {
  ...{ validTo: null, topic: null, energy: null, maxPowerWatts: null, article: null },
  ...{ state: 'in_force', note: null, recourse: null, compensation: null, toleranceDays: 0 },
} satisfies Partial<DutyNorm>

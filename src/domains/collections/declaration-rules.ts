import { addDays, type MarketDay } from '#vocabulary/day.ts'

/**
 * What makes a supply one that is not cut off (RD 897/2017, articles 19 and 20; RD 88/2026, articles 46 to 49): a medical
 * device, social services that help, the social bonus with a child, dependency or disability, a vulnerable household
 * while a decree protects it, or an essential service such as a hospital.
 */
export const declarationKinds = [
  'medical_device',
  'social_services',
  'social_bonus_minor',
  'social_bonus_dependency',
  'social_bonus_disability',
  'vulnerable',
  'essential_service',
] as const
export type DeclarationKind = (typeof declarationKinds)[number]

/** Returns what a holder can declare: nobody lives at a company's supply. */
export function kindsFor({ isCompany }: { isCompany: boolean }): readonly DeclarationKind[] {
  return isCompany ? ['essential_service'] : declarationKinds
}

/**
 * The states of a declaration: being checked, waiting for what is missing, accepted until a day, refused, ended because
 * what was missing did not come, and over.
 */
export const declarationStates = ['open', 'incomplete', 'accepted', 'refused', 'lapsed', 'ended'] as const
export type DeclarationState = (typeof declarationStates)[number]

/** What operators decide. */
export const declarationDecisions = ['accept', 'ask', 'refuse', 'end'] as const
export type DeclarationDecision = (typeof declarationDecisions)[number]

/** From which states a decision leads to which one. */
export const decisionRules: Record<DeclarationDecision, { from: readonly DeclarationState[]; to: DeclarationState }> = {
  accept: { from: ['open', 'incomplete'], to: 'accepted' },
  ask: { from: ['open'], to: 'incomplete' },
  refuse: { from: ['open', 'incomplete'], to: 'refused' },
  // What is no longer true ends before its day.
  end: { from: ['accepted'], to: 'ended' },
}

/** Returns the decisions that a state allows. */
export function decisionsFor(state: DeclarationState): DeclarationDecision[] {
  return declarationDecisions.filter((decision) => decisionRules[decision].from.includes(state))
}

/** A decision tells its customer why, except one that accepts. */
export function needsAnswer(decision: DeclarationDecision): boolean {
  return decision !== 'accept'
}

/** How long something can be accepted at most, in days: papers are asked for anew after it. */
export const maxAcceptedDays = 731

/** Checks whether a declaration may be accepted until a day: not in the past, and for two years at most. */
export function isAcceptableUntil(day: MarketDay, today: MarketDay): boolean {
  return day >= today && day <= addDays(today, maxAcceptedDays)
}

/** How many days before what is accepted ends its customer is told, and can declare it anew. */
export const daysOfNotice = 14

/** Checks whether what is accepted until a day ends so soon that it can be declared anew. */
export function endsSoon(until: MarketDay, today: MarketDay): boolean {
  return until <= addDays(today, daysOfNotice)
}

/**
 * Checks whether a new declaration stops a suspension before it is decided. After one of the same contract was refused
 * or abandoned, another one does so only once it is accepted, so that nobody puts off a suspension without end.
 */
export function stopsWhileChecked(earlier: readonly DeclarationState[]): boolean {
  return !earlier.some((state) => state === 'refused' || state === 'lapsed')
}

/** The lengths and counts of what is sent. */
export const declarationLimits = { note: 500, answer: 1000, minFiles: 1, maxFiles: 6 } as const

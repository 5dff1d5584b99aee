import type { SuspensionStopReason } from '#domains/contract-records/rules.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { isWorkingDay, type LocalHolidays } from '#vocabulary/working-days.ts'

/**
 * The steps from an unpaid invoice to the suspension of the supply and back: told that it is unpaid, demanded with proof
 * of receipt, that demand not delivered or delivered, told the day, suspended, paid and waiting for the power or without an
 * access contract, ended.
 */
export const openDebtSteps = [
  'noticed',
  'demanded',
  'undelivered',
  'delivered',
  'announced',
  'suspended',
  'reconnecting',
  'access_ended',
] as const
export const debtSteps = [...openDebtSteps, 'closed'] as const
export type DebtStep = (typeof debtSteps)[number]

/** What operators do on the way. */
export const debtActs = [
  'demand',
  'note_undelivered',
  'note_delivered',
  'announce',
  'note_announcement_delivered',
  'note_suspended',
  'note_wrongly_suspended',
  'note_access_ended',
  'note_reconnected',
] as const
export type DebtAct = (typeof debtActs)[number]

/** From which steps an act leads to which one. */
export const actRules: Record<DebtAct, { from: readonly DebtStep[]; to: DebtStep }> = {
  // A demand that was not delivered is sent again, by another channel.
  demand: { from: ['noticed', 'undelivered'], to: 'demanded' },
  note_undelivered: { from: ['demanded'], to: 'undelivered' },
  note_delivered: { from: ['demanded'], to: 'delivered' },
  // Another day is announced anew.
  announce: { from: ['delivered', 'announced'], to: 'announced' },
  note_announcement_delivered: { from: ['announced'], to: 'announced' },
  note_suspended: { from: ['announced'], to: 'suspended' },
  // Whoever was cut wrongly gets the power back without having paid.
  note_wrongly_suspended: { from: ['suspended', 'reconnecting'], to: 'reconnecting' },
  note_access_ended: { from: ['suspended'], to: 'access_ended' },
  note_reconnected: { from: ['reconnecting'], to: 'closed' },
}

/** What operators note that stops a suspension. Complaints stop it by their cases too. */
export const notedStops = [
  'essential_supply',
  'complaint',
  'social_bonus_request',
] as const satisfies readonly SuspensionStopReason[]
export type NotedStop = (typeof notedStops)[number]

/** What happened to a debt, as its timeline tells it. */
export const debtEventKinds = [
  ...(['noticed', 'demanded', 'undelivered', 'delivered', 'announced', 'suspended', 'reconnecting'] as const),
  ...(['announcement_delivered', 'wrongly_suspended', 'access_ended'] as const),
  ...(['reconnected', 'paid', 'stopped', 'resumed'] as const),
  ...(['plan_requested', 'plan_started', 'plan_completed', 'plan_missed', 'plan_refused', 'plan_ended'] as const),
] as const
export type DebtEventKind = (typeof debtEventKinds)[number]

/** The contract of a debt, as far as it decides which norms apply. */
export type DebtContract = { isCompany: boolean; energy: 'electricity' | 'gas'; maxPowerWatts: number | null }

const householdLimitWatts = 10_000

/**
 * Returns the topics by which the norms of a suspension are found: a household is a person with up to 10 kW (RD 88/2026,
 * article 46), any other person has a month (article 47), and others what was agreed.
 */
export function topicsOf({ isCompany, energy, maxPowerWatts }: DebtContract, hasSocialBonus: boolean): string[] {
  if (isCompany || energy !== 'electricity') return []
  if (maxPowerWatts === null || maxPowerWatts > householdLimitWatts) return ['main_home']
  return hasSocialBonus ? ['household', 'social_bonus'] : ['household']
}

/**
 * Checks whether a customer could have the regulated price (PVPC), which every notice of an unpaid invoice has to tell
 * of (RD 897/2017, article 5.1; RD 88/2026, article 13.l). Whether a company is a micro-company is not known, so it is
 * told as well.
 */
export function mayHavePvpc({ energy, maxPowerWatts }: DebtContract): boolean {
  return energy === 'electricity' && maxPowerWatts !== null && maxPowerWatts <= householdLimitWatts
}

/**
 * Checks whether a supply may be suspended on a day: never on a holiday or a day without customer and technical care,
 * nor on the day before one (RD 88/2026, article 49).
 */
export function isSuspensionDay(day: MarketDay, holidays: LocalHolidays): boolean {
  return isWorkingDay(day, holidays) && isWorkingDay(addDays(day, 1), holidays)
}

/** Why an act does not apply. */
export const actProblems = [
  ...(['wrong_step', 'debt_stopped', 'too_early', 'no_suspension_day'] as const),
  ...(['proof_missing', 'announcement_not_delivered'] as const),
] as const
export type ActProblem = (typeof actProblems)[number]

type ActInput = {
  act: DebtAct
  today: MarketDay
  /** The announced day, for an announcement. */
  suspendOn: MarketDay | null
  /** The last day on which that day may be announced; null if no norm sets one. */
  announceBy: MarketDay | null
  /** The reference of the proof that a paper was received. */
  proof: string | null
}
type DebtNow = {
  step: DebtStep
  /** Whether anything stops the suspension. */
  isStopped: boolean
  suspensionFrom: MarketDay | null
  suspendOn: MarketDay | null
  /** Whether the announcement of the day was received. */
  isAnnouncementDelivered: boolean
  /** The first day on which the access contract can end. */
  accessEndFrom: MarketDay | null
}

/** The acts that say that a paper was received. */
const actsWithProof: readonly DebtAct[] = ['note_delivered', 'note_announcement_delivered']

/** Returns why an act does not apply to a debt now, or null if it does. */
export function actProblem(
  debt: DebtNow,
  { act, today, suspendOn, announceBy, proof }: ActInput,
  holidays: LocalHolidays,
): ActProblem | null {
  if (!actRules[act].from.includes(debt.step)) return 'wrong_step'
  if (debt.isStopped && (act === 'announce' || act === 'note_suspended')) return 'debt_stopped'
  if (actsWithProof.includes(act) && proof === null) return 'proof_missing'
  if (act === 'announce') {
    if (suspendOn === null || (announceBy !== null && today > announceBy)) return 'too_early'
    if (debt.suspensionFrom !== null && suspendOn < debt.suspensionFrom) return 'too_early'
    if (!isSuspensionDay(suspendOn, holidays)) return 'no_suspension_day'
  }
  if (act === 'note_suspended') {
    if (!debt.isAnnouncementDelivered) return 'announcement_not_delivered'
    if (debt.suspendOn === null || today < debt.suspendOn) return 'too_early'
    if (!isSuspensionDay(today, holidays)) return 'no_suspension_day'
  }
  if (act === 'note_access_ended' && (debt.accessEndFrom === null || today < debt.accessEndFrom)) return 'too_early'
  return null
}

/** What comes next for a customer, and from when; the day is null where none is set yet. */
export const nextStepKinds = ['demand', 'announcement', 'suspension', 'access_end', 'reconnection'] as const
export type NextStep = { kind: (typeof nextStepKinds)[number]; on: MarketDay | null }

/** Returns what comes next if nothing is paid, or null if nothing does. */
export function nextStepOf({
  step,
  isStopped,
  suspensionFrom,
  suspendOn,
  accessEndFrom,
}: Omit<DebtNow, 'isAnnouncementDelivered'>): NextStep | null {
  if (step === 'closed' || step === 'access_ended') return null
  if (step === 'suspended') return accessEndFrom === null ? null : { kind: 'access_end', on: accessEndFrom }
  if (step === 'reconnecting') return { kind: 'reconnection', on: null }
  if (isStopped) return null
  if (step === 'announced') return { kind: 'suspension', on: suspendOn }
  if (step === 'delivered') return { kind: 'announcement', on: suspensionFrom }
  return { kind: 'demand', on: null }
}

/** Returns the id of the case that a stop has as its subject (`case:12`), or null if it is not a case. */
export function caseIdOf(subject: string): number | null {
  return subject.startsWith('case:') ? Number(subject.slice('case:'.length)) : null
}

import { openStates } from '#domains/changes/rules.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'

/** The states of a case (specification, point 4: support request outcomes). */
export const caseStates = [
  'in_process',
  'being_processed',
  'additional_information_required',
  'accepted',
  'denied',
] as const
export type CaseState = (typeof caseStates)[number]

/** The states that the retailer can set when it answers a case. An answered case is no longer new. */
export const answerStates = ['being_processed', 'additional_information_required', 'accepted', 'denied'] as const

/** Returns the state of a case once an operator is assigned: a new one is no longer new. */
export function stateAfterAssignment(state: CaseState): CaseState {
  return state === 'in_process' ? 'being_processed' : state
}

/** The states of cases and contract changes that have not ended. */
export const openRequestStates = [
  ...['in_process', 'being_processed', 'additional_information_required'],
  ...openStates,
] as const

type OpenRequestFacts = { kind: 'case' | 'change'; state: string; updated_at: string }

/** Returns the open requests shown on a first page: those that wait for the customer first, then by latest activity. */
export function selectOpenRequests<R extends OpenRequestFacts>(
  requests: readonly R[],
  { limit, withCases }: { limit: number; withCases: boolean },
): R[] {
  return requests
    .filter(({ kind }) => withCases || kind === 'change')
    .sort((one, other) => rankOf(one) - rankOf(other) || (one.updated_at < other.updated_at ? 1 : -1))
    .slice(0, limit)
}

function rankOf({ state }: OpenRequestFacts): number {
  return state === 'waiting_for_signature' || state === 'additional_information_required' ? 0 : 1
}

/** Checks whether a case can still be replied to: it is neither accepted nor denied. */
export function isOpenCase(state: CaseState): boolean {
  return state !== 'accepted' && state !== 'denied'
}

/** Checks whether customer care accepts claims: from the menu, from a contract, or both. */
export function areClaimsAccepted({ reclamATCMenu, reclamATCContract }: ClaimFeatures): boolean {
  return reclamATCMenu || reclamATCContract
}
type ClaimFeatures = { reclamATCMenu: boolean; reclamATCContract: boolean }

/** Returns the state of a case after a message from its customer: requested information has arrived. */
export function stateAfterCustomerMessage(state: CaseState): CaseState {
  return state === 'additional_information_required' ? 'being_processed' : state
}

/** The category of meter readings (specification, point 9). */
export const meterReadingCategory = 20

/** Where a switch that nobody asked for has led: to this retailer, or away from it. */
export const switchDirections = ['to_us', 'away'] as const

/** A switch that its customer did not ask for, as they report it. */
export type UnrequestedSwitch = {
  direction: (typeof switchDirections)[number]
  cups: string
  holder: string
  /** The retailer that they had before or have now, the other one than this. */
  otherRetailer: string | null
  noticedOn: MarketDay | null
}

/**
 * The limits of a request. The maximum number of files is that of the specification, point 5; the minimum is a setting.
 */
export const requestLimits = {
  subject: 200,
  message: 5000,
  attachments: { atMost: 6 },
  mobile: 12,
  typedMobile: 40,
}

/**
 * Returns the minimum number of files of a request, according to the settings: meter readings have a setting of their
 * own.
 */
export function minFilesFor(categoryId: number, settings: { leastFiles: number; leastReadingFiles: number }): number {
  return categoryId === meterReadingCategory ? settings.leastReadingFiles : settings.leastFiles
}

/** The kinds of cases. Complaints about the distributor and meter readings have terms of their own. */
export const caseKinds = ['consultation', 'complaint', 'incident', 'distributor_complaint', 'meter_reading'] as const

/** What a case is about, which decides its response deadline with its kind. */
export const caseTopics = [
  'billing',
  'continuity',
  'suspension',
  'contract',
  'switch',
  'meter',
  'distributor',
  'other',
] as const
export type CaseTopic = (typeof caseTopics)[number]

/** Returns the topics by which the norms of a response deadline are chosen. */
export function dutyTopicsOf({ caseType, topic }: { caseType: string; topic: CaseTopic | null }): string[] {
  const isAboutDistributor = caseType === 'complaint' && topic === 'distributor'
  return [caseType, ...(isAboutDistributor ? ['distributor_complaint'] : []), ...(topic === null ? [] : [topic])]
}

/**
 * Checks whether an answer of the retailer with this state is the one that was due: it decides the case, or, in an
 * interruption of supply, gives its cause and the expected restoration.
 */
export function isDueAnswer(state: CaseState, topic: CaseTopic | null): boolean {
  return !isOpenCase(state) || (topic === 'continuity' && state === 'being_processed')
}

/** Why a case was closed without an answer: its customer did not complete it. */
export const caseClosures = ['incomplete'] as const

/**
 * Checks whether a case stops the suspension of its supply: a complaint about the reason of it does, until it is
 * answered (Ley 10/2025, article 4.4).
 */
export function stopsSuspension({ caseType, topic }: { caseType: string; topic: CaseTopic | null }): boolean {
  return topic === 'suspension' && caseType === 'complaint'
}

/** The durable media in which customers can have the receipt of a case. */
export const receiptMedia = ['email', 'pdf', 'letter'] as const
export type ReceiptMedium = (typeof receiptMedia)[number]

/**
 * How the author of a case wants its answer: in the portal, where a mail tells of it, in a mail, by letter, or by phone.
 * Visitors have no portal and no address, and choose among the others.
 */
export const answerChannels = ['portal', 'email', 'letter', 'phone'] as const
export type AnswerChannel = (typeof answerChannels)[number]
export const visitorAnswerChannels = ['email', 'phone'] as const satisfies readonly AnswerChannel[]

/** The satisfaction with an answer, from 1 (not at all) to 5 (very), and the maximum length of a remark. */
export const ratingLimits = { min: 1, max: 5, remark: 1000 } as const

/**
 * Checks whether satisfaction with a case is asked for: once, and only after its answer (Ley 10/2025, article 18).
 * A case that was closed incomplete has none.
 */
export function isRatable({ state, closure, isRated }: RatableCase): boolean {
  return !isOpenCase(state) && closure === null && !isRated
}
type RatableCase = { state: CaseState; closure: string | null; isRated: boolean }

/** The status of a case's clock; `stopped` once the case is closed, or while it waits for its customer. */
export const caseClocks = ['running', 'late', 'answered', 'stopped'] as const

/** Returns the number by which a customer and the retailer refer to a case: `2026-000123`. */
export function formatCaseNumber(caseId: number, openedOn: MarketDay): string {
  return `${openedOn.slice(0, 4)}-${String(caseId).padStart(6, '0')}`
}

/** The values of the registers of a meter, one per tariff period: energy in Wh, or gas in litres. */
export type MeterReading = { day: MarketDay; amounts: readonly number[] }

/** The known history of a meter. */
export type MeterHistory = {
  registers: number
  /** The last observed reading, by the distributor or the customer. */
  last: MeterReading | null
  /**
   * The value calculated since then from estimated readings, invoices and the curve. An observed value may be lower if
   * these were wrong.
   */
  measured: MeterReading | null
  /** The usual daily growth of each register. */
  usualPerDay: readonly number[] | null
}

/** A problem with a reading: with a register, the number of registers or the day. */
export type ReadingProblem =
  | { at: 'day'; code: 'reading_in_future' | 'reading_before_last' }
  | { at: 'registers'; code: 'reading_registers' }
  | { at: number; code: 'reading_below_last' | ConfirmableReading }

/** The problems that a customer may override by confirming the reading. */
export const confirmableReadings = ['reading_below_measured', 'reading_unusual'] as const
export type ConfirmableReading = (typeof confirmableReadings)[number]

// Meters show whole kWh or cubic metres, and the measured values are rounded as well.
const measuredTolerance = 2_000
// Three times the usual, and more than a day of laundry: a lower limit would require a confirmation for every holiday
// at home.
const unusualFactor = 3
const unusualMinAmount = 50_000

/**
 * Returns the problems that prevent a reading from being accepted: a meter never runs backwards, and a reading cannot
 * be from the future. Values far above the usual, or below what was estimated or billed, may be correct and are
 * accepted once confirmed.
 */
export function findReadingProblems(
  { day, amounts, isConfirmed }: MeterReading & { isConfirmed: boolean },
  { registers, last, measured, usualPerDay }: MeterHistory,
  today: MarketDay,
): ReadingProblem[] {
  if (amounts.length !== registers) return [{ at: 'registers', code: 'reading_registers' }]
  if (day > today) return [{ at: 'day', code: 'reading_in_future' }]
  if (last && day < last.day) return [{ at: 'day', code: 'reading_before_last' }]
  const since = last ?? measured
  if (!since) return []
  const days = Math.max(0, dayCount(since.day, day))
  return amounts.flatMap((amount, register): ReadingProblem[] => {
    if (last && amount < last.amounts[register]!) return [{ at: register, code: 'reading_below_last' }]
    const isBelow = measured && day >= measured.day && amount < measured.amounts[register]! - measuredTolerance
    if (isBelow) return isConfirmed ? [] : [{ at: register, code: 'reading_below_measured' }]
    const growth = amount - since.amounts[register]!
    const usual = usualPerDay?.[register]
    const isUnusual = usual !== undefined && growth > Math.max(usual * days * unusualFactor, unusualMinAmount)
    return isUnusual && !isConfirmed ? [{ at: register, code: 'reading_unusual' }] : []
  })
}

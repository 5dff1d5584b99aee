import { openStates } from '#domains/changes/rules.ts'
import { addMonths, dayCount, type MarketDay } from '#vocabulary/day.ts'
import { addWorkingDays } from '#vocabulary/working-days.ts'

/** How a case stands (specification, point 4: support request outcomes). */
export const caseStates = [
  'in_process',
  'being_processed',
  'additional_information_required',
  'accepted',
  'denied',
] as const
export type CaseState = (typeof caseStates)[number]

/** How the retailer can leave a case when it answers: nothing that was answered is new. */
export const answerStates = ['being_processed', 'additional_information_required', 'accepted', 'denied'] as const

/** How a case stands once somebody of the retailer looks after it: a new one is no longer. */
export function afterAssigned(state: CaseState): CaseState {
  return state === 'in_process' ? 'being_processed' : state
}

/** The states of cases, and of changes of contracts, that have not ended. */
export const openRequestStates = [
  ...['in_process', 'being_processed', 'additional_information_required'],
  ...openStates,
] as const

type OpenRequest = { kind: 'case' | 'change'; state: string; updated_at: string }

/** The open requests that a first page shows, those that wait for the customer first and then the last moved. */
export function shownOpenRequests<R extends OpenRequest>(
  requests: readonly R[],
  { most, withCases }: { most: number; withCases: boolean },
): R[] {
  return requests
    .filter(({ kind }) => withCases || kind === 'change')
    .sort((one, other) => rankOf(one) - rankOf(other) || (one.updated_at < other.updated_at ? 1 : -1))
    .slice(0, most)
}

function rankOf({ state }: OpenRequest): number {
  return state === 'waiting_for_signature' || state === 'additional_information_required' ? 0 : 1
}

/** Whether a case can still be written to: it is neither accepted nor denied. */
export function isOpen(state: CaseState): boolean {
  return state !== 'accepted' && state !== 'denied'
}

/** Whether customer care takes claims: from the menu, from a contract, or both. */
export function areClaimsTaken({ reclamATCMenu, reclamATCContract }: ClaimFeatures): boolean {
  return reclamATCMenu || reclamATCContract
}
type ClaimFeatures = { reclamATCMenu: boolean; reclamATCContract: boolean }

/** How a case stands once its customer has written: what was asked for has come. */
export function afterCustomerWrote(state: CaseState): CaseState {
  return state === 'additional_information_required' ? 'being_processed' : state
}

/** The category of meter readings (specification, point 9). */
export const meterReadingCategory = 20

/** What fits into a request; the most files are those of the specification, point 5, and the least a setting. */
export const requestLimits = {
  subject: 200,
  message: 5000,
  attachments: { atMost: 6 },
  mobile: 12,
  typedMobile: 40,
}

/** How many files a request comes with at least, by the settings: a meter reading has a number of its own. */
export function leastFilesFor(categoryId: number, settings: { leastFiles: number; leastReadingFiles: number }): number {
  return categoryId === meterReadingCategory ? settings.leastReadingFiles : settings.leastFiles
}

/** In what a term of answer is counted: working days, or months from date to date. */
export const termUnits = ['working_days', 'months'] as const
export type TermUnit = (typeof termUnits)[number]

/** Where a customer can go when they are not answered in time, or not content. */
export const recourses = ['consumer_bodies', 'energy_authority', 'write_again'] as const

/** The last day on which what was written on a day is to be answered. */
export function dueOn(openedOn: MarketDay, { count, unit }: { count: number; unit: TermUnit }): MarketDay {
  return unit === 'months' ? addMonths(openedOn, count) : addWorkingDays(openedOn, count)
}

/** Where the clock of a case stands; `stopped` once it is decided, or while it waits for its customer. */
export type ClockStanding = 'running' | 'late' | 'answered' | 'stopped'

/** How the clock of a case stands on a day. */
export function clockOf(
  { state, dueDay, answeredOn }: { state: CaseState; dueDay: MarketDay | null; answeredOn: MarketDay | null },
  today: MarketDay,
): ClockStanding {
  if (answeredOn !== null) return 'answered'
  if (!isOpen(state) || dueDay === null || state === 'additional_information_required') return 'stopped'
  return today > dueDay ? 'late' : 'running'
}

/** The number by which a customer and the retailer speak of a case: `2026-000123`. */
export function caseNumber(caseId: number, openedOn: MarketDay): string {
  return `${openedOn.slice(0, 4)}-${String(caseId).padStart(6, '0')}`
}

/** What the registers of a meter show, one per tariff period: energy in Wh, or gas in litres. */
export type Reading = { day: MarketDay; amounts: readonly number[] }

/** What is known of a meter. */
export type KnownMeter = {
  registers: number
  /** What it last showed to somebody who looked: the distributor or the customer. */
  last: Reading | null
  /** What it has come to since, by estimated readings, invoices and the curve: less is possible where these were wrong. */
  measured: Reading | null
  /** What each register grows by on a usual day. */
  usualPerDay: readonly number[] | null
}

/** What is wrong with a reading: by register, or with its day. */
export type ReadingProblem =
  | { at: 'day'; code: 'reading_in_future' | 'reading_before_last' }
  | { at: 'registers'; code: 'reading_registers' }
  | { at: number; code: 'reading_below_last' | ConfirmableReading }

/** What is taken once whoever looked says that it is right. */
export const confirmableReadings = ['reading_below_measured', 'reading_unusual'] as const
export type ConfirmableReading = (typeof confirmableReadings)[number]

// Meters show whole kWh or cubic metres, and what was measured is rounded as well.
const measuredTolerance = 2_000
// Three times the usual, and more than a washing day: less would ask people about every holiday at home.
const unusualTimes = 3
const unusualLeast = 50_000

/**
 * What keeps a reading from being taken: a meter never runs backwards, and nobody reads it tomorrow. Far more than usual may be
 * right, and so may less than was estimated or billed: both are taken once they are confirmed.
 */
export function readingProblems(
  { day, amounts, isConfirmed }: Reading & { isConfirmed: boolean },
  { registers, last, measured, usualPerDay }: KnownMeter,
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
    const isUnusual = usual !== undefined && growth > Math.max(usual * days * unusualTimes, unusualLeast)
    return isUnusual && !isConfirmed ? [{ at: register, code: 'reading_unusual' }] : []
  })
}

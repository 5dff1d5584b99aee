import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'

/** The formats in which returned debits arrive: notices and status reports of ISO 20022, Norma 19, and lines. */
export const returnFormats = ['camt.054', 'pain.002', 'norma19', 'line'] as const
export type ReturnFormat = (typeof returnFormats)[number]

/** A direct debit that came back, as a bank reports it. What a format does not have is null. */
export type ReturnedDebit = {
  /** The reference that the retailer gave the debit, normally the number of the invoice. */
  endToEndId: string | null
  mandateId: string | null
  /** The account that was debited. */
  iban: string | null
  amountCents: Cents
  /** The code of the reason (`AM04`); `NARR` if the bank gives text only. */
  reasonCode: string
  collectedOn: MarketDay | null
  returnedOn: MarketDay
  debtorName: string | null
  concept: string | null
}

/** Returns a reference as it is compared: banks drop or replace everything but letters and digits. */
export function plainReference(reference: string): string {
  return reference.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}

/** Returns the reference of a debit, or null where a bank writes that there is none. */
export function referenceOf({ endToEndId }: Pick<ReturnedDebit, 'endToEndId'>): string | null {
  const plain = plainReference(endToEndId ?? '')
  return plain === '' || plain === 'NOTPROVIDED' ? null : plain
}

/** Days within which two reports without a collection day speak of the same return. */
const sameReturnDays = 5

type ReturnIdentity = Pick<
  ReturnedDebit,
  'endToEndId' | 'mandateId' | 'iban' | 'amountCents' | 'collectedOn' | 'returnedOn'
>

/**
 * Checks whether two reports are of the same return, also if a bank sends it in two formats: the same reference, or
 * the same mandate or account where there is none, the same amount, and the same collection. A debit that was presented
 * again and came back again is another return.
 */
export function isSameReturn(one: ReturnIdentity, other: ReturnIdentity): boolean {
  if (one.amountCents !== other.amountCents) return false
  const [reference, otherReference] = [referenceOf(one), referenceOf(other)]
  if (reference !== otherReference) return false
  if (differ(one.mandateId, other.mandateId) || differ(one.iban, other.iban)) return false
  if (reference === null && !one.mandateId && !one.iban) return false
  if (one.collectedOn && other.collectedOn) return one.collectedOn === other.collectedOn
  return Math.abs(daysBetween(one.returnedOn, other.returnedOn)) <= sameReturnDays
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && plainReference(one) !== plainReference(other)
}

function daysBetween(one: MarketDay, other: MarketDay): number {
  return one <= other ? dayCount(one, other) - 1 : 1 - dayCount(other, one)
}

/** Ways by which an invoice is found, surest first. */
export const matchKinds = ['reference', 'mandate', 'account'] as const
export type MatchKind = (typeof matchKinds)[number]

/** An invoice that a return may be of. */
export type MatchCandidate = { by: MatchKind; key: string; amountTotalCents: Cents }

/** Why no invoice was found: there is none, there are several, or the amount of the one is another. */
export const unmatchedReasons = ['none', 'several', 'other_amount'] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/**
 * Chooses the invoice of a return among candidates: the one with its reference; where there is no such invoice, the
 * only one of the mandate with that amount, or the only one of the account.
 */
export function chooseMatch<Candidate extends MatchCandidate>(
  amountCents: Cents,
  candidates: readonly Candidate[],
): { match: Candidate } | { unmatched: UnmatchedReason } {
  for (const kind of matchKinds) {
    const ofKind = distinct(candidates.filter(({ by }) => by === kind))
    const fitting = ofKind.filter(({ amountTotalCents }) => amountTotalCents === amountCents)
    if (fitting.length === 1) return { match: fitting[0]! }
    if (fitting.length > 1) return { unmatched: 'several' }
    // The reference names an invoice, whose amount is another: no guess is better than an operator's look.
    if (kind === 'reference' && ofKind.length > 0) return { unmatched: 'other_amount' }
  }
  return { unmatched: candidates.length > 0 ? 'other_amount' : 'none' }
}

function distinct<Candidate extends MatchCandidate>(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((each) => [each.key, each])).values()]
}

/** The states of a return: no invoice found, found, or put aside by an operator. */
export const returnStates = ['unmatched', 'matched', 'dismissed'] as const

/** What is checked in a file of a bank, and why it or a part of it is refused. */
export type BankFileProblemCode =
  | 'unknown_format'
  | 'not_xml'
  | 'incomplete'
  | 'totals_differ'
  | 'record_length'
  | 'record_unknown'
  | 'amount_invalid'
  | 'day_invalid'
  | 'currency_invalid'
  | 'reason_missing'
  | 'all_rejected'

/** A problem with the line of the file where it is, from 1. */
export type BankFileProblem = {
  line: number
  code: BankFileProblemCode
  /** The reference of the debit, if it could be read. */
  reference: string | null
}

/** What a file holds: its returns, and what of it could not be read. Nothing is left out of both. */
export type ParsedBankFile = {
  format: ReturnFormat
  returns: { line: number; debit: ReturnedDebit }[]
  problems: BankFileProblem[]
}

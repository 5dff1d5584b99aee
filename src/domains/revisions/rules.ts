import { type AgreedDateKind, agreedDateKinds } from '#domains/contracts/agreed-dates.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** What operators change by a revision that they start. */
export const startableKinds = ['prices', 'terms'] as const

/** What a revision changes: the rest changes because it was agreed so with each contract, and nobody starts it. */
export const revisionKinds = [...startableKinds, ...agreedDateKinds] as const
export type RevisionKind = (typeof revisionKinds)[number]

/** Checks whether a revision changes what was agreed with each contract. */
export function isAgreed(kind: RevisionKind): kind is AgreedDateKind {
  return (agreedDateKinds as readonly RevisionKind[]).includes(kind)
}

/**
 * Checks whether a customer leaves free of charge because of a revision: of prices or terms and on a renewal always, when
 * a promotion ends unless leaving costs a penalty then. The end of a penalty only says from when leaving is free.
 */
export function mayLeaveFree(kind: RevisionKind, { hasPenalty }: { hasPenalty: boolean }): boolean {
  return kind !== 'penalty_end' && (kind !== 'promotion_end' || !hasPenalty)
}

/** The states of a revision: its notices are being sent, all have ended, or an operator stopped it. */
export const revisionStates = ['sending', 'done', 'stopped'] as const
export type RevisionState = (typeof revisionStates)[number]

/**
 * The states of a notice: it waits, is in the outbox, was delivered by mail, is to be posted, was posted; or it did not
 * reach its customer in time, could not be prepared, or was stopped.
 */
export const noticeStates = [
  'waiting',
  'mailed',
  'delivered',
  'to_post',
  'posted',
  'too_late',
  'failed',
  'stopped',
] as const
export type NoticeState = (typeof noticeStates)[number]

/**
 * Why a notice was not sent, or did not reach its customer in time: the portal knew of the change too late, its worker
 * was late, the mail server accepted the mail too late, nobody received the mail, or the letter was not posted.
 */
export const lateReasons = ['known_late', 'prepared_late', 'accepted_late', 'not_received', 'not_posted'] as const
export type LateReason = (typeof lateReasons)[number]

/** Returns the state of a notice that can still go out on a day, or `too_late`: what would be late is not sent. */
export function noticeStateOn(state: 'waiting' | 'to_post', today: MarketDay, notifyBy: MarketDay): NoticeState {
  return today > notifyBy ? 'too_late' : state
}

/**
 * Returns how a waiting notice ends on a day because of its revision: stopped with it, or too late; undefined if it may go
 * out.
 */
export function noticeEndOn(
  { state: revisionState, notifyBy }: { state: RevisionState; notifyBy: MarketDay },
  today: MarketDay,
): { state: 'stopped' | 'too_late'; lateReason: LateReason | null } | undefined {
  if (revisionState === 'stopped') return { state: 'stopped', lateReason: null }
  if (noticeStateOn('waiting', today, notifyBy) === 'waiting') return undefined
  return { state: 'too_late', lateReason: 'prepared_late' }
}

/** What the outbox knows of the mail of a notice. */
export type MailProof = { sentOn: MarketDay | null; isGivenUp: boolean; addresses: readonly string[] }

/**
 * Returns the state of a mailed notice: delivered if a mail server accepted it in time; to be posted where nobody
 * received it and there is time left; undefined while the outbox still tries.
 */
export function noticeStateAfterMail(
  { sentOn, isGivenUp, addresses }: MailProof,
  { today, notifyBy }: { today: MarketDay; notifyBy: MarketDay },
): { state: NoticeState; lateReason?: LateReason } | undefined {
  if (sentOn !== null && addresses.length > 0)
    return sentOn > notifyBy ? { state: 'too_late', lateReason: 'accepted_late' } : { state: 'delivered' }
  if (sentOn === null && !isGivenUp) return undefined
  const state = noticeStateOn('to_post', today, notifyBy)
  return state === 'too_late' ? { state, lateReason: 'not_received' } : { state }
}

/** How a customer sees a revision: it will apply, it applies, or they leave because of it. */
export type RevisionStatus = 'announced' | 'applied' | 'left'

/** Returns how a customer sees a revision on a day. */
export function revisionStatusOn(
  { appliesOn, hasLeft }: { appliesOn: MarketDay; hasLeft: boolean },
  today: MarketDay,
): RevisionStatus {
  if (hasLeft) return 'left'
  return today < appliesOn ? 'announced' : 'applied'
}

/** Checks whether a notice was received in time, so that what it announces may apply to its contract. */
export function isNotified(state: NoticeState): boolean {
  return state === 'delivered' || state === 'posted'
}

/** The limits of the text that explains a revision, in each language, and of the reference of a posted letter. */
export const maxExplanation = 2000
export const maxReference = 80

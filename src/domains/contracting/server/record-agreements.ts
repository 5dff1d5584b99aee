import type { Database } from '#db/database.ts'
import { lastSaid } from '#domains/consent/server/last-said.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import type { LeadOwner } from '#domains/leads/server/lead-store.ts'
import type { Locale } from '#kit/locale.ts'
import { type Agreement, agreements, agreementVersion } from '../agreements.ts'
import type { KeptSteps } from './lead-steps.ts'

/** The words beside the box of an agreement, in a language. */
export type AgreementWords = (agreement: Agreement, locale: Locale) => string

type Agreeing = {
  /** Which step was just sent, among all that are known. */
  step: 1 | 5
  steps: KeptSteps
  owner: LeadOwner & { visitorHash: string }
  wordsOf: AgreementWords
  locale: Locale
  requestId: string
  now: Date
}

/**
 * Writes into the ledger what a step agrees to: for a user by their account, for a visitor by their browser's key and, with
 * the last step, by their e-mail address. What somebody has said already in the same words is not written anew.
 */
export async function recordAgreements(db: Database, agreeing: Agreeing) {
  const { step, steps, owner, wordsOf, locale, requestId, now } = agreeing
  const numbers = step === 5 ? [1, 5] : [1]
  for (const agreement of agreements.filter(({ step: number }) => numbers.includes(number))) {
    const agreed = agreement.saidIn(steps)
    // Of what is optional a no is worth knowing, of what is required only a yes.
    if (agreed === undefined || (!agreed && !agreement.isOptional)) continue
    const { purpose } = agreement
    const subject = subjectOf(owner, step === 5 ? (steps[2]?.owner_address.email?.trim() ?? '') : '')
    const said = await lastSaid(db, { subject, purpose, version: agreementVersion })
    if (said?.agreed === agreed) continue
    const text = { version: agreementVersion, words: wordsOf(agreement, locale) }
    await recordConsent(db, { subject, purpose, agreed, text, locale, requestId }, now)
  }
}

function subjectOf({ userId, visitorHash }: Agreeing['owner'], email: string) {
  if (userId !== null) return { kind: 'user', id: userId } as const
  return email === '' ? ({ kind: 'visitor', id: visitorHash } as const) : ({ kind: 'email', id: email } as const)
}

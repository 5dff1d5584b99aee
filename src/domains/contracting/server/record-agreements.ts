import type { Database } from '#db/database.ts'
import { findLastConsent } from '#domains/consent/server/find-last-consent.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import type { LeadOwner } from '#domains/lead-records/server/lead-store.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type Agreement, agreements, agreementVersion } from '../agreements.ts'
import type { StoredSteps } from './lead-steps.ts'

/** Returns the text beside the box of an agreement, in a language. */
export type AgreementTexts = (agreement: Agreement, locale: Locale) => string

type AgreementsInput = {
  /** The step that was just sent, among all known ones. */
  step: 1 | 3 | 5
  steps: StoredSteps
  owner: LeadOwner & { visitorHash: string }
  textOf: AgreementTexts
  locale: Locale
  requestId: string
  now: Date
}

/**
 * Records the agreements of a step in the ledger: for a user by their account, for a visitor by their browser's key
 * and, with the last step, by their e-mail address. An agreement already given to the same text is not recorded again.
 */
export async function recordAgreements(db: Database, input: AgreementsInput) {
  const { step, steps, owner, textOf, locale, requestId, now } = input
  const numbers = step === 5 ? [1, 3, 5] : [step]
  for (const agreement of agreements.filter(({ step: number }) => numbers.includes(number))) {
    const agreed = agreement.answerIn(steps)
    // For an optional agreement a refusal is recorded too; for a required one only consent.
    if (agreed === undefined || (!agreed && !agreement.isOptional)) continue
    const { purpose } = agreement
    const subject = subjectOf(owner, step === 5 ? (steps[2]?.owner_address.email?.trim() ?? '') : '')
    const lastAnswer = await findLastConsent(db, { subject, purpose, version: agreementVersion })
    if (lastAnswer?.agreed === agreed) continue
    const text = { version: agreementVersion, words: textOf(agreement, locale) }
    await recordConsent(db, { subject, purpose, agreed, text, locale, requestId }, now)
  }
}

function subjectOf({ userId, visitorHash }: AgreementsInput['owner'], email: string) {
  if (userId !== null) return { kind: 'user', id: userId } as const
  return email === '' ? ({ kind: 'visitor', id: visitorHash } as const) : ({ kind: 'email', id: email } as const)
}

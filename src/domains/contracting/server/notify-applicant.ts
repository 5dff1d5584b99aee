import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { holderOf } from './contract-draft.ts'

type ApplicantNotification = { holder: ReturnType<typeof holderOf>; locale: Locale; now: Date }

/** Notifies a company that it will be called. One without an address is called all the same. */
export function notifyReceived(db: Database, notification: ApplicantNotification) {
  return notifyApplicant(db, 'contracting.received', notification)
}

/** Notifies an applicant that an operator checks their details before there is anything to sign. */
export function notifyBeingChecked(db: Database, notification: ApplicantNotification) {
  return notifyApplicant(db, 'contracting.beingChecked', notification)
}

/** Notifies an applicant that there is no contract, and where to ask for the reason. */
export function notifyNotAccepted(db: Database, notification: ApplicantNotification) {
  return notifyApplicant(db, 'contracting.notAccepted', notification)
}

type ApplicantMessageKind = 'contracting.received' | 'contracting.beingChecked' | 'contracting.notAccepted'

/** Sends a mail to the typed address; without one, nothing is sent. */
async function notifyApplicant(
  db: Database,
  kind: ApplicantMessageKind,
  { holder, locale, now }: ApplicantNotification,
) {
  if (holder.email === null) return
  await queueMessage(db, { kind, values: { name: holder.name }, toAddress: holder.email, locale }, now)
}

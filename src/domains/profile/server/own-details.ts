import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type DocumentFormat, documentFormats } from '#domains/customers/document-formats.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import {
  saveDocumentFormats,
  saveOwnDetails,
  savePendingEmail,
} from '#domains/session/server/accounts/account-changes.ts'
import { endOutstandingLinks } from '#domains/session/server/accounts/end-outstanding-links.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'
import type { SignatureProvider } from '#outside/signature/signature-provider.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { OwnDetails } from '../details-api.ts'
import { emailCodeLimits, isCodeOpen, type PendingEmail } from '../details-rules.ts'

/** Issues and checks the codes sent to new addresses. */
export type EmailCodes = Pick<SignatureProvider, 'issueCode' | 'isRightCode'>

type EditContext = { userId: number; requestId: string; now: Date }

/** Returns the details of an account in the format of the API. */
export async function findOwnDetails(db: Database, userId: number, now: Date): Promise<OwnDetails> {
  return presentDetails(await findDetails(db, userId), now)
}

/**
 * Changes name and telephone of an account. @throws Refused `changed_meanwhile` (409) if they differ from the version
 * that was read.
 */
export function changeOwnDetailsOf(
  db: Kysely<DB>,
  { name, phone, version }: { name: string; phone: string | null; version: string | undefined },
  { userId, requestId, now }: EditContext,
): Promise<OwnDetails> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockDetails(transaction, userId)
    requireExpectedVersion(version, presentCurrent(before, now))
    const fields = [...(name === before.name ? [] : ['name']), ...(phone === before.phone ? [] : ['phone'])]
    const after = { ...before, name, phone }
    if (fields.length === 0) return presentDetails(after, now)
    await saveOwnDetails(transaction, userId, { name, phone }, now)
    await recordChange(transaction, fields, { userId, requestId, now })
    const message = { kind: 'profile.detailsChanged', values: {}, userId, link: '/profile' } as const
    await queueMessage(transaction, message, now)
    return presentDetails(after, now)
  })
}

/** Stores the formats in which the owner of an account needs documents and answers. @returns them. */
export function chooseFormatsOf(
  db: Kysely<DB>,
  chosen: readonly DocumentFormat[],
  { userId, requestId }: EditContext,
): Promise<DocumentFormat[]> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockDetails(transaction, userId)
    const formats = documentFormats.filter((format) => chosen.includes(format))
    await saveDocumentFormats(transaction, userId, formats)
    await writeAudit(transaction, {
      ...{ action: 'document_formats_chosen', actorUserId: userId, subject: `user:${userId}`, requestId },
      before: { formats: before.formats },
      after: { formats },
    })
    return formats
  })
}

/** Sends a code to a new address of an account, and invalidates the previous code. */
export async function requestEmailChange(
  db: Kysely<DB>,
  codes: EmailCodes,
  { email, version, locale }: { email: string; version: string | undefined; locale: Locale },
  { userId, requestId, now }: EditContext,
): Promise<OwnDetails> {
  const { codeHash, codeToDeliver: code } = await codes.issueCode({
    signatureId: codeSubjectId(userId, email),
    channel: 'email',
    to: email,
  })
  return db.transaction().execute(async (transaction) => {
    const before = await lockDetails(transaction, userId)
    requireExpectedVersion(version, presentCurrent(before, now))
    const until = new Date(now.getTime() + emailCodeLimits.lifeMinutes * 60_000).toISOString()
    const pending: PendingEmail = { email, proof: codeHash, until, tries: 0 }
    await savePendingEmail(transaction, userId, pending)
    const values = { code: code ?? '', minutes: emailCodeLimits.lifeMinutes }
    await queueMessage(transaction, { kind: 'profile.email_code', values, toAddress: email, locale }, now)
    await writeAudit(transaction, {
      action: 'own_email_requested',
      actorUserId: userId,
      subject: `user:${userId}`,
      requestId,
    })
    return presentDetails({ ...before, pending }, now)
  })
}

/** Makes the new address that of the account if the code is the one sent to it, and notifies the previous address. */
export async function confirmEmailChange(
  db: Kysely<DB>,
  codes: EmailCodes,
  { code, locale }: { code: string; locale: Locale },
  { userId, requestId, now }: EditContext,
): Promise<OwnDetails | 'code_wrong' | 'code_over'> {
  // A try is counted before the code is checked, so that concurrent tries cannot exceed the limit.
  const pending = await countCodeTry(db, userId, now)
  if (!pending) return 'code_over'
  const { email, proof } = pending
  if (!(await codes.isRightCode({ signatureId: codeSubjectId(userId, email), codeHash: proof, code })))
    return 'code_wrong'
  return db.transaction().execute(async (transaction) => {
    const before = await lockDetails(transaction, userId)
    if (before.pending?.proof !== proof) return 'code_over'
    await saveOwnDetails(transaction, userId, { email, pending_email: null }, now)
    // Links mailed to the previous address no longer sign anybody in.
    await endOutstandingLinks(transaction, { userId, now })
    await recordChange(transaction, ['email'], { userId, requestId, now })
    if (before.email) {
      const message = { kind: 'profile.emailChanged', values: {}, toAddress: before.email, locale } as const
      await queueMessage(transaction, message, now)
    }
    return presentDetails({ ...before, email, pending: null }, now)
  })
}

type StoredDetails = {
  name: string
  email: string
  phone: string | null
  pending: PendingEmail | null
  formats: DocumentFormat[]
}

function selectDetails(db: Database, userId: number) {
  return db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select(['name', 'email', 'phone', 'pending_email as pending', 'document_formats as formats'])
}

async function findDetails(db: Database, userId: number): Promise<StoredDetails> {
  return (await selectDetails(db, userId).executeTakeFirstOrThrow()) as unknown as StoredDetails
}

async function lockDetails(db: Database, userId: number): Promise<StoredDetails> {
  return (await selectDetails(db, userId).forUpdate().executeTakeFirstOrThrow()) as unknown as StoredDetails
}

function countCodeTry(db: Kysely<DB>, userId: number, now: Date): Promise<PendingEmail | null> {
  return db.transaction().execute(async (transaction) => {
    const { pending } = await lockDetails(transaction, userId)
    if (!isCodeOpen(pending, now)) return null
    await savePendingEmail(transaction, userId, { ...pending, tries: pending.tries + 1 })
    return pending
  })
}

async function recordChange(db: Database, fields: string[], { userId, requestId, now }: EditContext) {
  await writeAudit(db, {
    action: 'own_details_changed',
    actorUserId: userId,
    subject: `user:${userId}`,
    after: { fields },
    requestId,
  })
  const holders = await sql<{ customer_id: number }>`
    select customer_id from user_customer where user_id = ${userId} order by customer_id`.execute(db)
  const customer_ids = holders.rows.map(({ customer_id }) => customer_id)
  await queueEvent(db, { type: 'account.changed', data: { user_id: userId, customer_ids, fields } }, now)
}

/** Bound to the address, so that the code for one does not confirm another. */
function codeSubjectId(userId: number, email: string): string {
  return `email ${userId} ${email}`
}

function presentCurrent(details: StoredDetails, now: Date) {
  return presentDetails({ ...details, pending: null }, now) as OwnDetails & { version: string }
}

function presentDetails({ name, email, phone, pending, formats }: StoredDetails, now: Date): OwnDetails {
  return {
    name,
    email,
    phone,
    formats,
    pending_email: isCodeOpen(pending, now) ? { email: pending.email, until: pending.until } : null,
    version: contentVersionOf([name, email, phone]),
  }
}

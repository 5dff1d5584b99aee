import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { leadExpiry, updateLead } from '#domains/lead-records/server/lead-store.ts'
import { encryptResumeLink, hashResumeSecret } from '#domains/leads/server/resume-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { createSecret } from '#kit/server/secrets.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ContractKind } from '../wizard.ts'

type ResumeLinkRequest = { network: string; email: string; now: Date }

/** Counts a request for a link and returns in how many seconds it may be requested; 0 means now. */
export function countResumeLinkRequest(db: Database, { network, email, now }: ResumeLinkRequest): Promise<number> {
  const limit = { what: 'lead link', minutes: 60 }
  return countVisit(
    db,
    [
      { ...limit, per: 'network', value: network, maxCount: 10 },
      { ...limit, per: 'email', value: email, maxCount: 3 },
    ],
    now,
  )
}

type ResumeLinkMail = {
  lead: { lead_id: number; kind: string }
  email: string
  kind?: ContractKind | undefined
  locale: Locale
  now: Date
}

/**
 * Mails a link by which a lead can be continued on any device while the lead exists. It revokes a link mailed before.
 * @returns its secret.
 */
export function sendResumeLink(
  { db, encryptionKeys }: { db: Kysely<DB>; encryptionKeys: KeyRing },
  { lead, email, kind = lead.kind as ContractKind, locale, now }: ResumeLinkMail,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const secret = createSecret()
    await updateLead(transaction, { leadId: lead.lead_id, now }, { resume_hash: hashResumeSecret(secret) })
    const message = {
      kind: 'contracting.resume',
      values: { until: leadExpiry(now).toISOString() },
      toAddress: email,
      locale,
      link: encryptResumeLink(kind, secret, encryptionKeys),
    } as const
    await queueMessage(transaction, message, now)
    return secret
  })
}

import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { leadEnd, updateLead } from '#domains/leads/server/lead-store.ts'
import { resumeHashOf, sealedResumeLink } from '#domains/leads/server/resume-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import type { Locale } from '#kit/locale.ts'
import { randomSecret } from '#kit/server/random-secret.ts'
import type { ContractKind } from '../wizard.ts'

type Asked = { network: string; email: string; now: Date }

/** Counts a link that somebody asks for, and answers after how many seconds it may be asked for; 0 is now. */
export function countResumeLink(db: Database, { network, email, now }: Asked): Promise<number> {
  const about = { what: 'lead link', minutes: 60 }
  return countVisit(
    db,
    [
      { ...about, per: 'network', value: network, most: 10 },
      { ...about, per: 'email', value: email, most: 3 },
    ],
    now,
  )
}

type Mailed = {
  lead: { lead_id: number; kind: string }
  email: string
  kind?: ContractKind | undefined
  locale: Locale
  now: Date
}

/**
 * Mails a link by which a lead is gone on with wherever it is opened, for as long as the lead lives; a link mailed before is
 * over. @returns its secret.
 */
export function mailResumeLink(
  { db, sealingKeys }: { db: Kysely<DB>; sealingKeys: KeyRing },
  { lead, email, kind = lead.kind as ContractKind, locale, now }: Mailed,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const secret = randomSecret()
    await updateLead(transaction, { leadId: lead.lead_id, now }, { resume_hash: resumeHashOf(secret) })
    const message = {
      kind: 'contracting.resume',
      values: { until: leadEnd(now).toISOString() },
      toAddress: email,
      locale,
      link: sealedResumeLink(kind, secret, sealingKeys),
    } as const
    await queueMessage(transaction, message, now)
    return secret
  })
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { endDuty } from '#domains/duties/server/duty-store.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { noticeStateAfterMail, type RevisionKind } from '../rules.ts'
import { countNotices, type NoticeRow, noticeKeyOf, updateNotice } from './notice-store.ts'
import { dutyKeyOf, findRevision } from './revision-store.ts'

const batchSize = 500

type ProofDeps = { db: Kysely<DB>; clock: () => Date }

/**
 * Records which notices a mail server has accepted, when and for whom, as the proof of their delivery; one that nobody
 * received goes to the post. Ends the revisions whose notices have all ended. @returns whether anything was recorded.
 */
export async function collectProofs({ db, clock }: ProofDeps): Promise<boolean> {
  const revisions = await db.selectFrom('revision').where('state', '=', 'sending').select('revision_id').execute()
  let hasRecorded = false
  for (const { revision_id: id } of revisions) {
    if (await collectProofsOf(db, id, clock())) hasRecorded = true
    await endRevision(db, id, clock())
  }
  return hasRecorded
}

async function collectProofsOf(db: Kysely<DB>, revisionId: string, now: Date): Promise<boolean> {
  const { notifyBy } = (await findRevision(db, revisionId))!
  let recorded = 0
  let notices: MailedNotice[] = []
  do {
    notices = await findMailedNotices(db, revisionId, notices.at(-1))
    for (const { notice, proof } of await findProofs(db, notices)) {
      const state = noticeStateAfterMail(proof, { today: marketDayOf(now, 'Europe/Madrid'), notifyBy })
      if (!state) continue
      const delivery = state === 'to_post' ? {} : { deliveredAt: proof.sentAt, deliveredTo: proof.addresses }
      if (await updateNotice(db, noticeKeyOf(notice), ['mailed'], { state, ...delivery })) recorded++
    }
  } while (notices.length === batchSize)
  return recorded > 0
}

type MailedNotice = Pick<NoticeRow, 'customer_id' | 'notice_id' | 'message_id'>

/** Returns the next mailed notices after one, in the order of their keys: a revision may have very many. */
function findMailedNotices(db: Kysely<DB>, revisionId: string, after?: MailedNotice): Promise<MailedNotice[]> {
  return db
    .selectFrom('revision_notice')
    .where('revision_id', '=', revisionId)
    .where('state', '=', 'mailed')
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(customer_id, notice_id) > (${after?.customer_id}, ${after?.notice_id}::uuid)`),
    )
    .orderBy('customer_id')
    .orderBy('notice_id')
    .limit(batchSize)
    .select(['customer_id', 'notice_id', 'message_id'])
    .execute()
}

/** Returns what the outbox knows of the mails of notices, of those whose sending has ended. */
async function findProofs(db: Kysely<DB>, notices: readonly MailedNotice[]) {
  const ids = notices.flatMap(({ message_id }) => message_id ?? [])
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('outbox_message')
    .where('message_id', 'in', ids)
    .where((row) => row.or([row('sent_at', 'is not', null), row('given_up_at', 'is not', null)]))
    .select(['message_id', 'sent_at', 'given_up_at', 'sent_to'])
    .execute()
  return rows.map(({ message_id, sent_at: sentAt, given_up_at, sent_to: addresses }) => ({
    notice: notices.find((notice) => notice.message_id === message_id)!,
    proof: {
      ...{ sentAt, addresses, isGivenUp: given_up_at !== null },
      sentOn: sentAt && marketDayOf(sentAt, 'Europe/Madrid'),
    },
  }))
}

/** Ends a revision once none of its notices is under way, and tells the retailer's systems which contracts it reached. */
async function endRevision(db: Kysely<DB>, id: string, now: Date): Promise<void> {
  const counts = await countNotices(db, id)
  if (counts.waiting || counts.mailed || counts.to_post) return
  await db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('revision')
      .set({ state: 'done', ended_at: now })
      .where('revision_id', '=', id)
      .where('state', '=', 'sending')
      .returning(['kind', 'product_id', 'tariff', 'applies_on'])
      .executeTakeFirst()
    if (!ended) return
    await endDuty(transaction, dutyKeyOf({ id, kind: ended.kind as RevisionKind }), { state: 'done', now })
    const { product_id, tariff, applies_on } = ended
    const reached = (counts.delivered ?? 0) + (counts.posted ?? 0)
    const notReached = (counts.too_late ?? 0) + (counts.failed ?? 0)
    const data = { revision_id: id, kind: ended.kind as RevisionKind, product_id, tariff, applies_on }
    await queueEvent(
      transaction,
      { type: 'revision.notified', data: { ...data, contracts_notified: reached, contracts_not_notified: notReached } },
      now,
    )
  })
}

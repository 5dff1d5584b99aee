import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { endDuty } from '#domains/duties/server/duty-store.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Revision } from '../revision.ts'
import { isAgreed, isNotified, noticeStateAfterMail, noticeStateOn, type RevisionKind } from '../rules.ts'
import { finishAgreedDuties } from './agreed-duties.ts'
import {
  countNotices,
  type NoticeRow,
  type NoticeUpdate,
  readNoticeBatches,
  storeNotices,
  updateNotices,
} from './notice-store.ts'
import { dutyKeyOf, findRevision } from './revision-store.ts'

/** For so long after an operator stopped a revision, its notices are looked through for what is still to stop. */
const stoppedForMs = 7 * msPerDay

type ProofDeps = { db: Kysely<DB>; clock: () => Date }

/**
 * Records which notices a mail server has accepted, when and for whom, as the proof of their delivery; one that nobody
 * received goes to the post, and a letter that was not posted in time is late. Ends the revisions whose notices have
 * all ended, and the notices of those that were stopped. @returns whether anything was recorded.
 */
export async function collectProofs({ db, clock }: ProofDeps): Promise<boolean> {
  const revisions = await db
    .selectFrom('revision')
    .where('state', 'in', ['sending', 'stopped'])
    .where((row) =>
      row.or([row('ended_at', 'is', null), row('ended_at', '>', new Date(clock().getTime() - stoppedForMs))]),
    )
    .select(['revision_id', 'state'])
    .execute()
  let recorded = 0
  for (const { revision_id: id, state } of revisions) {
    if (state === 'stopped') recorded += await stopNotices(db, id)
    else {
      const revision = (await findRevision(db, id))!
      recorded += (await collectProofsOf(db, revision, clock())) + (await endLateLetters(db, revision, clock()))
    }
    await endRevision(db, id, clock())
  }
  return recorded > 0
}

async function collectProofsOf(db: Kysely<DB>, revision: Revision, now: Date): Promise<number> {
  let recorded = 0
  for await (const notices of readNoticeBatches(db, revision.id, 'mailed')) {
    const proofs = await findProofs(db, notices)
    if (proofs.length > 0) recorded += await recordProofs(db, { revision, proofs, now })
  }
  return recorded
}

type Proofs = Awaited<ReturnType<typeof findProofs>>

function recordProofs(db: Kysely<DB>, { revision, proofs, now }: { revision: Revision; proofs: Proofs; now: Date }) {
  const at = { today: marketDayOf(now, 'Europe/Madrid'), notifyBy: revision.notifyBy }
  return db.transaction().execute(async (trx) => {
    const outcomes = proofs.flatMap(({ notice, proof }) => {
      const outcome = noticeStateAfterMail(proof, at)
      return outcome ? [{ notice, proof, outcome }] : []
    })
    const stored = await storeNotices(trx, outcomes.map(updateOf), { from: 'mailed' })
    const notified = outcomes.filter(({ notice, outcome }) => isNotified(outcome.state) && stored.has(notice.notice_id))
    const notices = notified.map(({ notice }) => notice)
    await finishAgreedDuties(trx, { kind: revision.kind, notices, now })
    return stored.size
  })
}

type ProofOutcome = Proofs[number] & { outcome: NonNullable<ReturnType<typeof noticeStateAfterMail>> }

function updateOf({ notice, proof, outcome }: ProofOutcome): NoticeUpdate {
  const hasReached = outcome.state !== 'to_post'
  return {
    ...{ customer_id: notice.customer_id, notice_id: notice.notice_id, state: outcome.state },
    late_reason: outcome.lateReason ?? null,
    delivered_at: hasReached ? proof.sentAt : null,
    delivered_to: hasReached ? proof.addresses : [],
  }
}

/** Ends the letters that were not posted by the last day of the notices of a revision. */
async function endLateLetters(db: Kysely<DB>, { id, notifyBy }: Revision, now: Date): Promise<number> {
  if (noticeStateOn('to_post', marketDayOf(now, 'Europe/Madrid'), notifyBy) === 'to_post') return 0
  let ended = 0
  for await (const notices of readNoticeBatches(db, id, 'to_post'))
    ended += await updateNotices(db, notices, 'to_post', { state: 'too_late', late_reason: 'not_posted' })
  return ended
}

/** Stops what has not been sent of a revision that an operator stopped. */
async function stopNotices(db: Kysely<DB>, revisionId: string): Promise<number> {
  let stopped = 0
  for (const state of ['waiting', 'to_post'] as const)
    for await (const notices of readNoticeBatches(db, revisionId, state))
      stopped += await updateNotices(db, notices, state, { state: 'stopped' })
  return stopped
}

/** Returns what the outbox knows of the mails of notices, of those whose sending has ended. */
async function findProofs(db: Kysely<DB>, notices: readonly NoticeRow[]) {
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
      .where('collected_at', 'is not', null)
      .returning(['kind', 'product_id', 'tariff', 'applies_on'])
      .executeTakeFirst()
    if (!ended) return
    const kind = ended.kind as RevisionKind
    if (!isAgreed(kind)) await endDuty(transaction, dutyKeyOf({ id, kind }), { state: 'done', now })
    const { product_id, tariff, applies_on } = ended
    const reached = (counts.delivered ?? 0) + (counts.posted ?? 0)
    const notReached = (counts.too_late ?? 0) + (counts.failed ?? 0)
    const data = { revision_id: id, kind, product_id, tariff, applies_on }
    await queueEvent(
      transaction,
      { type: 'revision.notified', data: { ...data, contracts_notified: reached, contracts_not_notified: notReached } },
      now,
    )
  })
}

import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { hasPenaltyOn } from '#domains/contracts/agreed-dates.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { isUuid } from '#kit/is-uuid.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { addDays } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { leaveOnRevision, listRevisions, readRevision } from '../api.ts'
import { downloadNotice } from '../downloads.ts'
import { mayLeaveFree, type RevisionKind } from '../rules.ts'
import { findOwnNotice, findOwnNotices, type OwnNotice } from './notice-store.ts'
import { presentListed, presentRevision } from './present.ts'
import { findRevision } from './revision-store.ts'

type RevisionRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** Returns the name of the downloaded notice of a contract, without its ending. */
  fileNameOf: (contract: string, locale: Locale) => string
}

type OwnRevisionRequest = { actor: { customerIds: number[] }; params: { id: string } }

/** Registers the calls of customers for changes of prices and terms. */
export function revisionRoutes({ serve, db, files, clock, fileNameOf }: RevisionRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listRevisions, async ({ actor }) => ({
    items: (await findOwnNotices(db, actor)).map((notice) => presentListed(notice, today())),
  }))

  serve(readRevision, {
    find,
    async act({ subject, actor: { locale } }) {
      const revision = (await findRevision(db, subject.revision_id))!
      return presentRevision({ notice: subject, revision, today: today(), locale })
    },
  })

  serve(leaveOnRevision, {
    find,
    async act({ subject, actor, request }, refuse) {
      if (subject.left_at) throw refuse('already_left')
      if (today() >= subject.applies_on) throw refuse('already_applied')
      const hasPenalty = hasPenaltyOn(subject, subject.applies_on)
      if (!mayLeaveFree(subject.kind as RevisionKind, { hasPenalty })) throw refuse('not_free')
      const leavesOn = addDays(subject.applies_on, -1)
      const isDone = await leaveContract(subject, { userId: actor.userId, requestId: request.id, leavesOn })
      if (!isDone) throw refuse('already_left')
      return { leaves_on: leavesOn }
    },
  })

  serve(downloadNotice, {
    async find(input) {
      const notice = await find(input)
      return notice?.file_key ? { ...notice, file_key: notice.file_key } : undefined
    },
    async act({ subject, actor: { locale } }) {
      const content = await files.get(subject.file_key)
      if (!content) throw new Error(`The notice ${subject.notice_id} has no file.`)
      const fileName = `${fileNameOf(subject.contract_name, locale)}.pdf`
      return { content, fileName, mediaType: 'application/pdf' }
    },
  })

  function find({ actor: { customerIds }, params }: OwnRevisionRequest): Promise<OwnNotice | undefined> {
    return isUuid(params.id) ? findOwnNotice(db, { customerIds, noticeId: params.id }) : Promise.resolve(undefined)
  }

  function leaveContract(
    notice: OwnNotice,
    { userId, requestId, leavesOn }: { userId: number; requestId: string; leavesOn: string },
  ): Promise<boolean> {
    const { customer_id: customerId, contract_id: contractId, revision_id } = notice
    const now = clock()
    return db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('revision_notice')
        .set({ left_at: now })
        .where('customer_id', '=', customerId)
        .where('notice_id', '=', notice.notice_id)
        .where('left_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const subject = `contract:${contractId}`
      const after = { leavesOn, revision: revision_id }
      await writeAudit(transaction, {
        ...{ action: 'contract_left', actorUserId: userId, customerId, subject, after, requestId },
      })
      const data = { customer_id: customerId, contract_id: contractId, revision_id, leaves_on: leavesOn }
      await queueEvent(transaction, { type: 'contract.leave_requested', data }, now)
      const values = { contract: notice.contract_name, day: leavesOn }
      const link = `/revisions/${notice.notice_id}` as const
      await queueMessage(transaction, { kind: 'revisions.left', values, customerId, contractId, link }, now)
      return true
    })
  }
}

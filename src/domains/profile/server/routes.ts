import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findShownDuties } from '#domains/duties/server/shown-duties.ts'
import { parseId } from '#kit/parse-id.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type DataExport,
  type Erasure,
  listErasures,
  readDataExport,
  requestDataExport,
  requestErasure,
  withdrawErasure,
} from '../api.ts'
import { downloadDataExport } from '../downloads.ts'
import type { ExportState } from '../rules.ts'
import { erasureDutySubject, exportDutySubject, openExportDuty } from './data-duties.ts'
import { findErasureOutlook } from './erasure-plan.ts'
import { createErasureRequest, moveErasure } from './erasure-requests.ts'
import { countOpenContracts, findErasures, lockErasure, type StoredErasure } from './erasure-store.ts'
import { findLastExport, findReadyExport, insertExport, type StoredExport } from './export-store.ts'

type ProfileRouteDeps = { serve: Serve; db: Kysely<DB>; files: Files; clock: () => Date }

/** Registers the calls about the data held on a user: export and erasure. */
export function profileRoutes({ serve, db, files, clock }: ProfileRouteDeps) {
  serve(readDataExport, async ({ actor }) => {
    const last = await findLastExport(db, actor.userId)
    return { export: last ? await presentExport(last) : null }
  })

  serve(requestDataExport, async ({ actor, request }) => {
    const { userId, customerIds, locale } = actor
    await db.transaction().execute(async (transaction) => {
      const isNew = await insertExport(transaction, { userId, customerIds, locale, now: clock() })
      if (!isNew) return
      await openExportDuty(transaction, userId, clock())
      const subject = `user:${userId}`
      await writeAudit(transaction, {
        action: 'data_export_requested',
        actorUserId: userId,
        subject,
        requestId: request.id,
      })
    })
    return { export: await presentExport((await findLastExport(db, actor.userId))!) }
  })

  serve(downloadDataExport, {
    find: ({ actor: { userId }, params: { exportId } }) => findReadyExport(db, { userId, exportId, now: clock() }),
    async act({ subject: { file_key, requested_at } }) {
      const content = await files.get(file_key!)
      if (!content) throw new Error('The file of a data export is missing.')
      return {
        content,
        fileName: `llum-${marketDayOf(requested_at, 'Europe/Madrid')}.zip`,
        mediaType: 'application/zip',
      }
    },
  })

  serve(listErasures, async ({ actor }) => {
    const [erasures, open_contracts, { obstacles, until }] = await Promise.all([
      findErasures(db, actor.userId),
      countOpenContracts(db, actor.customerIds),
      findErasureOutlook(db, actor.userId),
    ])
    const items = await Promise.all(erasures.map(presentErasure))
    return { items, open_contracts, obstacles, kept_until: until }
  })

  serve(requestErasure, async ({ actor, body, request }, refuse) => {
    const { userId, locale } = actor
    const comment = body.comment?.trim() || null
    const added = await createErasureRequest(db, { userId, comment, locale, requestId: request.id, now: clock() })
    if (!added) throw refuse('erasure_open')
    return presentErasure(added)
  })

  serve(withdrawErasure, {
    find: async ({ actor: { userId }, params }) => {
      const erasureId = parseId(params.erasureId)
      return erasureId === undefined ? undefined : lockErasure(db, { erasureId, userId })
    },
    async act({ actor: { userId }, subject, request }, refuse) {
      const move = { erasureId: subject.erasure_request_id, userId, state: 'withdrawn' } as const
      const moved = await moveErasure(db, { ...move, requestId: request.id, now: clock() })
      if (!moved) throw refuse('erasure_closed')
      return presentErasure(moved)
    },
  })

  async function presentExport(stored: StoredExport): Promise<DataExport> {
    const now = clock()
    // The job that removes it runs only every few minutes.
    const isOver = stored.state === 'ready' && stored.expires_at !== null && stored.expires_at <= now
    const subject = exportDutySubject(stored.user_id)
    return {
      id: stored.data_export_id,
      state: isOver ? 'expired' : (stored.state as ExportState),
      requested_at: stored.requested_at.toISOString(),
      expires_at: stored.expires_at?.toISOString() ?? null,
      size_bytes: stored.size_bytes,
      duty: (await findShownDuties(db, [subject], now)).get(subject) ?? null,
    }
  }

  async function presentErasure(stored: StoredErasure): Promise<Erasure> {
    const subject = erasureDutySubject(stored.erasure_request_id)
    return {
      id: stored.erasure_request_id,
      state: stored.state,
      comment: stored.comment,
      answer: stored.answer,
      requested_at: stored.requested_at.toISOString(),
      answer_by: stored.answer_by,
      updated_at: stored.updated_at.toISOString(),
      duty: (await findShownDuties(db, [subject], clock())).get(subject) ?? null,
    }
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
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
import { erasureOutlook } from './erasure-plan.ts'
import { countOpenContracts, erasuresOf, type KeptErasure, lockErasure } from './erasure-store.ts'
import { askForErasure, moveErasure } from './erasures.ts'
import { addExport, findReadyExport, type KeptExport, lastExport } from './export-store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; files: Files; clock: () => Date }

/** What people ask of the data that is held on them. */
export function profileRoutes({ serve, db, files, clock }: Needs) {
  serve(readDataExport, async ({ actor }) => {
    const last = await lastExport(db, actor.userId)
    return { export: last ? presentExport(last, clock()) : null }
  })

  serve(requestDataExport, async ({ actor, request }) => {
    const { userId, customerIds, locale } = actor
    await db.transaction().execute(async (transaction) => {
      const isNew = await addExport(transaction, { userId, customerIds, locale, now: clock() })
      if (!isNew) return
      const subject = `user:${userId}`
      await writeAudit(transaction, {
        action: 'data_export_requested',
        actorUserId: userId,
        subject,
        requestId: request.id,
      })
    })
    return { export: presentExport((await lastExport(db, actor.userId))!, clock()) }
  })

  serve(downloadDataExport, {
    find: ({ actor: { userId }, params: { exportId } }) => findReadyExport(db, { userId, exportId, now: clock() }),
    async act({ subject: { file_key, requested_at } }) {
      const content = await files.get(file_key!)
      if (!content) throw new Error('The file of a copy of own data is missing.')
      return {
        content,
        fileName: `llum-${marketDayOf(requested_at, 'Europe/Madrid')}.zip`,
        mediaType: 'application/zip',
      }
    },
  })

  serve(listErasures, async ({ actor }) => {
    const [erasures, open_contracts, { obstacles, until }] = await Promise.all([
      erasuresOf(db, actor.userId),
      countOpenContracts(db, actor.customerIds),
      erasureOutlook(db, actor.userId),
    ])
    return { items: erasures.map(presentErasure), open_contracts, obstacles, kept_until: until }
  })

  serve(requestErasure, async ({ actor, body, request }, refuse) => {
    const { userId, locale } = actor
    const comment = body.comment?.trim() || null
    const added = await askForErasure(db, { userId, comment, locale, requestId: request.id, now: clock() })
    if (!added) throw refuse('erasure_open')
    return presentErasure(added)
  })

  serve(withdrawErasure, {
    find: async ({ actor: { userId }, params: { erasureId } }) =>
      /^[1-9]\d{0,8}$/.test(erasureId) ? lockErasure(db, { erasureId: Number(erasureId), userId }) : undefined,
    async act({ actor: { userId }, subject, request }, refuse) {
      const move = { erasureId: subject.erasure_request_id, userId, state: 'withdrawn' } as const
      const moved = await moveErasure(db, { ...move, requestId: request.id, now: clock() })
      if (!moved) throw refuse('erasure_closed')
      return presentErasure(moved)
    },
  })
}

function presentExport(kept: KeptExport, now: Date): DataExport {
  // The job that takes it away comes by every few minutes.
  const isOver = kept.state === 'ready' && kept.expires_at !== null && kept.expires_at <= now
  return {
    id: kept.data_export_id,
    state: isOver ? 'expired' : (kept.state as ExportState),
    requested_at: kept.requested_at.toISOString(),
    expires_at: kept.expires_at?.toISOString() ?? null,
    size_bytes: kept.size_bytes === null ? null : Number(kept.size_bytes),
  }
}

function presentErasure(kept: KeptErasure): Erasure {
  return {
    id: kept.erasure_request_id,
    state: kept.state,
    comment: kept.comment,
    answer: kept.answer,
    requested_at: kept.requested_at.toISOString(),
    answer_by: kept.answer_by,
    updated_at: kept.updated_at.toISOString(),
  }
}

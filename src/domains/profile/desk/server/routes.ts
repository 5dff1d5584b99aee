import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import { carryOutErasure } from '../../server/carry-out-erasure.ts'
import { planErasure } from '../../server/erasure-plan.ts'
import { moveErasure } from '../../server/erasure-requests.ts'
import {
  carryOutErasureRequest,
  type ErasureRequestDetails,
  listErasureRequests,
  readErasureRequest,
  refuseErasureRequest,
} from '../api.ts'
import { downloadErasureRecord } from '../downloads.ts'
import { type ErasureRecord, findErasureRequest, findErasureRequests } from './erasure-request-store.ts'

type ErasureDeskDeps = { serve: Serve; db: Kysely<DB>; encryptionKeys: KeyRing; clock: () => Date }

/** Registers the back-office routes for erasure requests, which an operator carries out after reviewing the effect. */
export function erasureDeskRoutes({ serve, db, encryptionKeys, clock }: ErasureDeskDeps) {
  const find = ({ params: { id } }: { params: { id: string } }) => findErasureRequest(db, id)

  serve(listErasureRequests, ({ query }) => findErasureRequests(db, query))

  serve(readErasureRequest, { find, act: ({ subject }) => present(subject) })

  serve(carryOutErasureRequest, {
    find,
    async act({ actor, subject, request }, refuse) {
      const input = { erasureId: subject.id, operatorId: actor.userId, requestId: request.id, now: clock() }
      const result = await carryOutErasure(db, { ...input, encryptionKeys })
      if (result.outcome === 'obstacles') throw refuse('erasure_obstacles', { extra: { obstacles: result.obstacles } })
      if (result.outcome !== 'erased') throw refuse('erasure_closed')
      return undefined
    },
  })

  serve(refuseErasureRequest, {
    find,
    async act({ actor, subject, body: { note }, request }, refuse) {
      const move = { erasureId: subject.id, state: 'refused', answer: note, movedByUserId: actor.userId } as const
      if (!(await moveErasure(db, { ...move, requestId: request.id, now: clock() }))) throw refuse('erasure_closed')
      return undefined
    },
  })

  serve(downloadErasureRecord, {
    async find({ params: { id } }) {
      const record = await findErasureRequest(db, id)
      return record?.sheet ? record : undefined
    },
    act: async ({ subject: { id, requested_at, erased_at, sheet } }) => ({
      content: Readable.from([JSON.stringify({ request: id, requested_at, erased_at, tables: sheet }, null, 2)]),
      fileName: `erasure-${id}.json`,
      mediaType: 'application/json',
    }),
  })

  async function present(record: ErasureRecord): Promise<ErasureRequestDetails> {
    const { user_id, sheet, requested_at, erased_at, ...request } = record
    const isOpen = request.state === 'requested' || request.state === 'in_review'
    const plan = isOpen ? await planErasure(db, user_id) : undefined
    return {
      ...request,
      requested_at: requested_at.toISOString(),
      obstacles: plan?.obstacles ?? [],
      tables: sheet ?? plan?.tables ?? [],
      erased_at: erased_at?.toISOString() ?? null,
    }
  }
}

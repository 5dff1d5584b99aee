import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { carryOutErasure } from '#domains/profile/server/erase.ts'
import { planErasure } from '#domains/profile/server/erasure-plan.ts'
import { moveErasure } from '#domains/profile/server/erasures.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  carryOutErasureRequest,
  listErasureRequests,
  type ReadErasureRequest,
  readErasureRequest,
  refuseErasureRequest,
} from '../api.ts'
import { downloadErasureRecord } from '../downloads.ts'
import { erasureRequests, type FoundErasure, findErasureRequest } from './erasure-list.ts'

type ErasureDeskDeps = { serve: Serve; db: Kysely<DB>; sealingKeys: KeyRing; clock: () => Date }

/** The desk where people are erased who asked for it, after somebody has looked at what that does. */
export function erasureDeskRoutes({ serve, db, sealingKeys, clock }: ErasureDeskDeps) {
  const find = ({ params: { id } }: { params: { id: string } }) => findErasureRequest(db, id)

  serve(listErasureRequests, ({ query }) => erasureRequests(db, query))

  serve(readErasureRequest, { find, act: ({ subject }) => present(subject) })

  serve(carryOutErasureRequest, {
    find,
    async act({ actor, subject, request }, refuse) {
      const input = { erasureId: subject.id, operatorId: actor.userId, requestId: request.id, now: clock() }
      const done = await carryOutErasure(db, { ...input, sealingKeys })
      if (done.outcome === 'obstacles') throw refuse('erasure_obstacles', { extra: { obstacles: done.obstacles } })
      if (done.outcome !== 'erased') throw refuse('erasure_closed')
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
      const found = await findErasureRequest(db, id)
      return found?.sheet ? found : undefined
    },
    act: async ({ subject: { id, requested_at, erased_at, sheet } }) => ({
      content: Readable.from([JSON.stringify({ request: id, requested_at, erased_at, tables: sheet }, null, 2)]),
      fileName: `erasure-${id}.json`,
      mediaType: 'application/json',
    }),
  })

  async function present(found: FoundErasure): Promise<ReadErasureRequest> {
    const { user_id, sheet, requested_at, erased_at, ...request } = found
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

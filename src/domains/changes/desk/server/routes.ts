import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { acceptChangeRequest, moveChangeClock, recordChangeOutcome } from '../../server/complete-change.ts'
import { findClock } from '../../server/power-duties.ts'
import {
  acceptChange,
  finishChange,
  listChangeRequests,
  pauseChange,
  readChangeRequest,
  refuseChange,
  resumeChange,
} from '../api.ts'
import { downloadChangeDocument } from '../downloads.ts'
import {
  findChangeDocuments,
  findChangeRequest,
  findChangeRequests,
  type RequestDetailRow,
} from './change-request-store.ts'
import { presentChangeRequest } from './present-change-request.ts'

type ChangeRequestDeskDeps = { serve: Serve; db: Kysely<DB>; files: Files; clock: () => Date }

/** Registers the back-office routes with which operators forward changes to the distributor and record the outcome. */
export function changeRequestDeskRoutes({ serve, db, files, clock }: ChangeRequestDeskDeps) {
  const find = ({ params: { id } }: { params: { id: string } }) => findChangeRequest(db, id)
  const keyOf = (
    { customer_id: customerId, change_request_id: changeRequestId }: RequestDetailRow,
    userId: number,
  ) => ({
    customerId,
    changeRequestId,
    userId,
    now: clock(),
  })

  /** Returns the current state of a change, for an operator whose action conflicts with another's. */
  async function findCurrent({ change_request_id: id }: RequestDetailRow) {
    const row = await findChangeRequest(db, String(id))
    const current = row && { state: row.state, reason: row.reason, note: row.note }
    return { extra: { current: current ?? null } }
  }

  serve(listChangeRequests, ({ query }) => findChangeRequests(db, query))

  serve(readChangeRequest, {
    find,
    act: async ({ subject }) =>
      presentChangeRequest(subject, await findChangeDocuments(db, subject), await findClock(db, subject)),
  })

  serve(acceptChange, {
    find,
    async act({ actor, subject }, refuse) {
      if (!(await acceptChangeRequest(db, keyOf(subject, actor.userId))))
        throw refuse('change_not_movable', await findCurrent(subject))
      return undefined
    },
  })

  serve(finishChange, {
    find,
    async act({ actor, subject }, refuse) {
      const isDone = await recordChangeOutcome(db, { ...keyOf(subject, actor.userId), outcome: 'done' })
      if (!isDone) throw refuse('change_not_movable', await findCurrent(subject))
      return undefined
    },
  })

  serve(pauseChange, {
    find,
    async act({ actor, subject, body: { waits_for: waitsFor } }, refuse) {
      const isMoved = await moveChangeClock(db, { ...keyOf(subject, actor.userId), waitsFor })
      if (!isMoved) throw refuse('change_not_movable', await findCurrent(subject))
      return undefined
    },
  })

  serve(resumeChange, {
    find,
    async act({ actor, subject }, refuse) {
      const isMoved = await moveChangeClock(db, { ...keyOf(subject, actor.userId), waitsFor: null })
      if (!isMoved) throw refuse('change_not_movable', await findCurrent(subject))
      return undefined
    },
  })

  serve(refuseChange, {
    find,
    async act({ actor, subject, body: { by, note } }, refuse) {
      const isDone = await recordChangeOutcome(db, { ...keyOf(subject, actor.userId), outcome: 'refused', by, note })
      if (!isDone) throw refuse('change_not_movable', await findCurrent(subject))
      return undefined
    },
  })

  serve(downloadChangeDocument, {
    async find({ params: { id, documentId } }) {
      const row = await findChangeRequest(db, id)
      return row && (await findChangeDocuments(db, row)).find((document) => document.id === documentId)
    },
    async act({ subject: { key, name: fileName, mediaType, scanState } }) {
      const content =
        scanState === undefined
          ? await files.get(key)
          : await openUpload(files, { file_key: key, scan_state: scanState })
      if (!content) throw new Error(`The document of a change is missing: ${key}`)
      return { content, fileName, mediaType }
    },
  })
}

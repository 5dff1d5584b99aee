import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { accept, settle } from '#domains/changes/server/settle.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { acceptChange, finishChange, listChangeRequests, readChangeRequest, refuseChange } from '../api.ts'
import { downloadChangeDocument } from '../downloads.ts'
import { presentRequest } from './present.ts'
import { changesOf, documentsOf, type FoundRequest, findRequest } from './request-store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; files: Files; clock: () => Date }

/** The desk where changes are sent to the distributor, and what became of them is written down. */
export function requestDeskRoutes({ serve, db, files, clock }: Needs) {
  const find = ({ params: { id } }: { params: { id: string } }) => findRequest(db, id)
  const keyOf = ({ customer_id: customerId, change_request_id: changeRequestId }: FoundRequest, userId: number) => ({
    customerId,
    changeRequestId,
    userId,
    now: clock(),
  })

  /** What has become of a change, for whoever would move it after somebody else did. */
  async function standing({ change_request_id: id }: FoundRequest) {
    const found = await findRequest(db, String(id))
    const current = found && { state: found.state, reason: found.reason, note: found.note }
    return { extra: { current: current ?? null } }
  }

  serve(listChangeRequests, ({ query }) => changesOf(db, query))

  serve(readChangeRequest, {
    find,
    act: async ({ subject }) => presentRequest(subject, await documentsOf(db, subject)),
  })

  serve(acceptChange, {
    find,
    async act({ actor, subject }, refuse) {
      if (!(await accept(db, keyOf(subject, actor.userId)))) throw refuse('change_not_movable', await standing(subject))
      return undefined
    },
  })

  serve(finishChange, {
    find,
    async act({ actor, subject }, refuse) {
      const isDone = await settle(db, { ...keyOf(subject, actor.userId), outcome: 'done' })
      if (!isDone) throw refuse('change_not_movable', await standing(subject))
      return undefined
    },
  })

  serve(refuseChange, {
    find,
    async act({ actor, subject, body: { by, note } }, refuse) {
      const isDone = await settle(db, { ...keyOf(subject, actor.userId), outcome: 'refused', by, note })
      if (!isDone) throw refuse('change_not_movable', await standing(subject))
      return undefined
    },
  })

  serve(downloadChangeDocument, {
    async find({ params: { id, documentId } }) {
      const found = await findRequest(db, id)
      return found && (await documentsOf(db, found)).find((document) => document.id === documentId)
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

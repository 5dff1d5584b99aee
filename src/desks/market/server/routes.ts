import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { addDistributor, addRetailer, listDistributors, listRetailers, saveDistributor, saveRetailer } from '../api.ts'
import {
  distributorsOf,
  findDistributor,
  findRetailer,
  insertDistributor,
  insertRetailer,
  isNameTaken,
  lockRetailers,
  retailersOf,
  updateDistributor,
  updateRetailer,
} from './market-store.ts'

type Needs = { serve: Serve; db: Kysely<DB> }
type Done = { actor: { userId: number }; request: { id: string } }

/** The desk of the others in the market: whom supplies come from, and who owns the grids. Nobody is taken away, for somebody came from them. */
export function marketDeskRoutes({ serve, db }: Needs) {
  serve(listRetailers, ({ query }) => retailersOf(db, query))

  serve(addRetailer, async ({ body, ...done }, refuse) => {
    const id = await db.transaction().execute(async (db) => {
      await lockRetailers(db)
      if (await isNameTaken(db, body)) throw refuse('retailer_exists')
      const added = await insertRetailer(db, body)
      await note(db, done, 'retailer_added', `retailer:${added}`, undefined, body)
      return added
    })
    return { id }
  })

  serve(saveRetailer, {
    find: ({ params }) => findRetailer(db, params.id),
    act: ({ subject: { id, energy, version: _, ...before }, body: { version, ...wanted }, ...done }, refuse) =>
      db.transaction().execute(async (db) => {
        await lockRetailers(db)
        if (await isNameTaken(db, { energy, name: wanted.name, except: id })) throw refuse('retailer_exists')
        const after = await updateRetailer(db, { id, version }, wanted)
        if (after === undefined)
          throw refuse('retailer_changed', { extra: { current: await findRetailer(db, String(id)) } })
        await note(db, done, 'retailer_changed', `retailer:${id}`, before, wanted)
        return { version: after }
      }),
  })

  serve(listDistributors, ({ query }) => distributorsOf(db, query))

  serve(addDistributor, async ({ body, ...done }, refuse) => {
    const id = await db.transaction().execute(async (db) => {
      const added = await insertDistributor(db, body)
      if (added === undefined) throw refuse('distributor_exists')
      await note(db, done, 'distributor_added', `distributor:${added}`, undefined, body)
      return added
    })
    return { id }
  })

  serve(saveDistributor, {
    find: ({ params }) => findDistributor(db, params.id),
    act: ({ subject: { id, version: _, ...before }, body: { version, ...wanted }, ...done }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateDistributor(db, { id, version }, wanted)
        if (after === undefined)
          throw refuse('distributor_changed', { extra: { current: await findDistributor(db, String(id)) } })
        await note(db, done, 'distributor_changed', `distributor:${id}`, before, wanted)
        return { version: after }
      }),
  })

  function note(
    db: Database,
    { actor, request }: Done,
    action: string,
    subject: string,
    before: unknown,
    after: unknown,
  ) {
    return writeAudit(db, { action, actorUserId: actor.userId, subject, before, after, requestId: request.id })
  }
}

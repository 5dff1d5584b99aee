import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { addDistributor, addRetailer, listDistributors, listRetailers, saveDistributor, saveRetailer } from '../api.ts'
import {
  findDistributor,
  findDistributors,
  findRetailer,
  findRetailers,
  insertDistributor,
  insertRetailer,
  isNameTaken,
  lockRetailers,
  updateDistributor,
  updateRetailer,
} from './market-store.ts'

type MarketDeskDeps = { serve: Serve; db: Kysely<DB> }

/**
 * Registers the back-office routes for origin retailers and distributors. They are never deleted, because existing data
 * refers to them.
 */
export function marketDeskRoutes({ serve, db }: MarketDeskDeps) {
  serve(listRetailers, ({ query }) => findRetailers(db, query))

  serve(addRetailer, async ({ body, ...context }, refuse) => {
    const id = await db.transaction().execute(async (db) => {
      await lockRetailers(db)
      if (await isNameTaken(db, body)) throw refuse('retailer_exists')
      const added = await insertRetailer(db, body)
      await auditChange({ db, ...context, action: 'retailer_added', subject: `retailer:${added}`, after: body })
      return added
    })
    return { id }
  })

  serve(saveRetailer, {
    find: ({ params }) => findRetailer(db, params.id),
    act: ({ subject: { id, energy, version: _, ...before }, body: { version, ...changes }, ...context }, refuse) =>
      db.transaction().execute(async (db) => {
        await lockRetailers(db)
        if (await isNameTaken(db, { energy, name: changes.name, except: id })) throw refuse('retailer_exists')
        const after = await updateRetailer(db, { id, version }, changes)
        if (after === undefined)
          throw refuse('retailer_changed', { extra: { current: await findRetailer(db, String(id)) } })
        await auditChange({
          db,
          ...context,
          action: 'retailer_changed',
          subject: `retailer:${id}`,
          before,
          after: changes,
        })
        return { version: after }
      }),
  })

  serve(listDistributors, ({ query }) => findDistributors(db, query))

  serve(addDistributor, async ({ body, ...context }, refuse) => {
    const id = await db.transaction().execute(async (db) => {
      const added = await insertDistributor(db, body)
      if (added === undefined) throw refuse('distributor_exists')
      await auditChange({ db, ...context, action: 'distributor_added', subject: `distributor:${added}`, after: body })
      return added
    })
    return { id }
  })

  serve(saveDistributor, {
    find: ({ params }) => findDistributor(db, params.id),
    act: ({ subject: { id, version: _, ...before }, body: { version, ...changes }, ...context }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateDistributor(db, { id, version }, changes)
        if (after === undefined)
          throw refuse('distributor_changed', { extra: { current: await findDistributor(db, String(id)) } })
        await auditChange({
          db,
          ...context,
          action: 'distributor_changed',
          subject: `distributor:${id}`,
          before,
          after: changes,
        })
        return { version: after }
      }),
  })
}

import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { waitingApprovals } from '#desks/approvals/server/approval-store.ts'
import { knownFigures } from '#domains/figures/server/known-figures.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { addProduct, archiveProduct, listProducts, previewYear, readProduct, saveProduct } from '../api.ts'
import { pricesProblem } from '../rules.ts'
import { subjectOfPrices } from './price-approval.ts'
import {
  findProduct,
  insertProduct,
  keepOffer,
  pricesOfWire,
  pricesOn,
  productsOf,
  updateProduct,
  wholeProduct,
} from './product-store.ts'
import { yearEuros } from './year-of-prices.ts'

type Needs = { serve: Serve; db: Kysely<DB>; clock: () => Date }
type Done = { actor: { userId: number }; request: { id: string } }

/** The desk where it is kept what is sold, to whom, and at which prices. */
export function offerDeskRoutes({ serve, db, clock }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listProducts, ({ query }) => productsOf(db, { ...query, today: today() }))

  serve(readProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject }) => ({
      ...(await wholeProduct(db, subject, today())),
      waiting_approvals: await waitingOf(subject.id),
    }),
  })

  serve(addProduct, async ({ body, ...done }, refuse) => {
    const id = await db.transaction().execute(async (db) => {
      const added = await insertProduct(db, { ...body, commercial_name: body.commercial_name || null })
      if (added === undefined) throw refuse('product_exists')
      await note(db, done, 'product_added', `product:${added}`, undefined, body)
      return added
    })
    return { id }
  })

  serve(saveProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject, body: { version, commercial_name, offer }, ...done }, refuse) => {
      if (subject.is_archived) throw refuse('product_archived')
      if (offer?.to_day && offer.to_day <= offer.from_day)
        throw refuse('invalid', { fields: { 'offer.to_day': ['ends_before'] } })
      return db.transaction().execute(async (db) => {
        const before = await wholeProduct(db, subject, today())
        const name = { commercial_name: commercial_name || null }
        const after = await updateProduct(db, { id: subject.id, version }, name)
        if (after === undefined) throw refuse('product_changed', await standing(db, subject.id))
        await keepOffer(db, subject.id, offer)
        const was = { commercial_name: before.commercial_name, offer: before.offer }
        await note(db, done, 'product_changed', `product:${subject.id}`, was, { ...name, offer })
        return { version: after }
      })
    },
  })

  serve(archiveProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: ({ subject: { id, is_archived }, body: { version, archived }, ...done }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateProduct(db, { id, version }, { is_archived: archived })
        if (after === undefined) throw refuse('product_changed', await standing(db, id))
        const action = archived ? 'product_archived' : 'product_unarchived'
        await note(db, done, action, `product:${id}`, { archived: is_archived }, { archived })
        return { version: after }
      }),
  })

  serve(previewYear, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject, body: { tariff, zone, power_kw, year_kwh, ...body } }, refuse) => {
      const { energy } = subject
      const prices = pricesOfWire(body.prices)
      const fields = pricesProblem(energy, tariff, prices)
      if (fields) throw refuse('invalid', { fields })
      const day = today()
      const sample = { zone, powerWatts: Math.round(power_kw * 1000), yearKwh: year_kwh }
      const given = { energy, tariff, sample, today: day, figures: await knownFigures(db) }
      const present = await pricesOn(db, subject, { tariff, day })
      return {
        amount: yearEuros({ ...given, prices }),
        present: present ? yearEuros({ ...given, prices: present }) : null,
      }
    },
  })

  /** What waits for another operator about the prices of a product, by tariff. */
  async function waitingOf(id: number) {
    const waiting = await waitingApprovals(db, subjectOfPrices(id), clock())
    return [...waiting].map(([subject, approval]) => ({ tariff: subject.slice(subjectOfPrices(id).length), approval }))
  }

  /** What stands now, for whoever saw something else. */
  async function standing(db: Database, id: number) {
    const product = await findProduct(db, String(id))
    return { extra: { current: product ? await wholeProduct(db, product, today()) : null } }
  }

  function note(
    db: Database,
    { actor, request }: Done,
    action: string,
    subject: string,
    before: unknown,
    after?: unknown,
  ) {
    return writeAudit(db, { action, actorUserId: actor.userId, subject, before, after, requestId: request.id })
  }
}

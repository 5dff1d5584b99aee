import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { findPendingApprovals } from '#domains/approvals/server/approval-store.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { addProduct, archiveProduct, listProducts, previewYear, readProduct, saveProduct } from '../api.ts'
import { findPricesProblem } from '../rules.ts'
import { priceApprovalSubject } from './price-approval.ts'
import { findPricesOn, fromWirePrices } from './price-list-store.ts'
import {
  findProduct,
  findProductDetails,
  findProducts,
  insertProduct,
  saveOffer,
  updateProduct,
} from './product-store.ts'
import { yearCostEuros } from './year-cost.ts'

type OfferDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the back-office routes for products, their offers and their prices. */
export function offerDeskRoutes({ serve, db, clock }: OfferDeskDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listProducts, ({ query }) => findProducts(db, { ...query, today: today() }))

  serve(readProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject }) => ({
      ...(await findProductDetails(db, subject, today())),
      waiting_approvals: await findPendingByTariff(subject.id),
    }),
  })

  serve(addProduct, async ({ body, ...context }, refuse) => {
    const id = await db.transaction().execute(async (db) => {
      const added = await insertProduct(db, { ...body, commercial_name: body.commercial_name || null })
      if (added === undefined) throw refuse('product_exists')
      await auditChange({ db, ...context, action: 'product_added', subject: `product:${added}`, after: body })
      return added
    })
    return { id }
  })

  serve(saveProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject, body: { version, commercial_name, is_dynamic, offer }, ...context }, refuse) => {
      if (subject.is_archived) throw refuse('product_archived')
      if (offer?.to_day && offer.to_day <= offer.from_day)
        throw refuse('invalid', { fields: { 'offer.to_day': ['ends_before'] } })
      return db.transaction().execute(async (db) => {
        const before = await findProductDetails(db, subject, today())
        const isDynamic = is_dynamic && subject.energy === 'electricity'
        const name = { commercial_name: commercial_name || null, is_dynamic: isDynamic }
        const after = await updateProduct(db, { id: subject.id, version }, name)
        if (after === undefined) throw refuse('product_changed', await findCurrent(db, subject.id))
        await saveOffer(db, subject.id, offer)
        await auditChange({
          ...{ db, ...context },
          action: 'product_changed',
          subject: `product:${subject.id}`,
          before: { commercial_name: before.commercial_name, is_dynamic: before.is_dynamic, offer: before.offer },
          after: { ...name, offer },
        })
        return { version: after }
      })
    },
  })

  serve(archiveProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: ({ subject: { id, is_archived }, body: { version, archived }, ...context }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateProduct(db, { id, version }, { is_archived: archived })
        if (after === undefined) throw refuse('product_changed', await findCurrent(db, id))
        await auditChange({
          ...{ db, ...context },
          action: archived ? 'product_archived' : 'product_unarchived',
          subject: `product:${id}`,
          before: { archived: is_archived },
          after: { archived },
        })
        return { version: after }
      }),
  })

  serve(previewYear, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject, body: { tariff, zone, power_kw, year_kwh, ...body } }, refuse) => {
      const { energy } = subject
      const prices = fromWirePrices(body.prices)
      const fields = findPricesProblem(energy, tariff, prices)
      if (fields) throw refuse('invalid', { fields })
      const day = today()
      const sample = { zone, powerWatts: Math.round(power_kw * 1000), yearKwh: year_kwh }
      const input = { energy, tariff, sample, today: day, figures: await loadRegulatedPrices(db) }
      const present = await findPricesOn(db, subject, { tariff, day })
      return {
        amount: yearCostEuros({ ...input, prices }),
        present: present ? yearCostEuros({ ...input, prices: present }) : null,
      }
    },
  })

  /** Returns the open approval requests for the prices of a product, by tariff. */
  async function findPendingByTariff(id: number) {
    const pending = await findPendingApprovals(db, priceApprovalSubject(id), clock())
    return [...pending].map(([subject, approval]) => ({
      tariff: subject.slice(priceApprovalSubject(id).length),
      approval,
    }))
  }

  /** Returns the current values for an operator whose edit conflicts with them. */
  async function findCurrent(db: Database, id: number) {
    const product = await findProduct(db, String(id))
    return { extra: { current: product ? await findProductDetails(db, product, today()) : null } }
  }
}

import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type ApprovalDeps, submitAction } from '#domains/approvals/server/submit-action.ts'
import type { Serve } from '#kit/server/serve.ts'
import { changePrices, planPrices, withdrawPrices } from '../api.ts'
import { priceApproval } from './price-approval.ts'
import { findProductPrices } from './price-list-store.ts'
import { findProduct } from './product-store.ts'

type PriceRouteDeps = ApprovalDeps & { serve: Serve; db: Kysely<DB> }

/** Registers the back-office routes for product prices. */
export function priceRoutes({ serve, ...deps }: PriceRouteDeps) {
  const { db } = deps

  serve(planPrices, {
    find: ({ params }) => findProduct(db, params.id),
    async act({ subject: { id }, body, actor, request }, refuse) {
      const payload = { act: 'plan' as const, product_id: id, ...body }
      const outcome = await submitAction(deps, priceApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'invalid', outcome.details)
      return outcome.done
    },
  })

  serve(changePrices, {
    find: ({ params }) => findPriceListKey(db, params),
    async act({ subject, body, actor, request }, refuse) {
      const outcome = await submitAction(deps, priceApproval, {
        payload: { act: 'change', ...subject, ...body },
        ...{ actor, request },
      })
      if ('refused' in outcome) throw refuse(outcome.refused as 'invalid', outcome.details)
      return outcome.done
    },
  })

  serve(withdrawPrices, {
    find: ({ params }) => findPriceListKey(db, params),
    async act({ subject, body, actor, request }, refuse) {
      const outcome = await submitAction(deps, priceApproval, {
        payload: { act: 'withdraw', ...subject, ...body },
        ...{ actor, request },
      })
      if ('refused' in outcome) throw refuse(outcome.refused as 'prices_changed', outcome.details)
      return outcome.done
    },
  })
}

async function findPriceListKey(db: Database, { id, tariff, from }: { id: string; tariff: string; from: string }) {
  const product = await findProduct(db, id)
  const list = product && (await findProductPrices(db, product, { tariff, from }))
  return product && list && { product_id: product.id, tariff: list.tariff, from: list.validFrom }
}

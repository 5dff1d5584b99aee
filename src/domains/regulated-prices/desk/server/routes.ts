import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findPendingApproval } from '#domains/approvals/server/approval-store.ts'
import { type ApprovalDeps, submitAction } from '#domains/approvals/server/submit-action.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type RegulatedPriceKind, regulatedPriceKinds } from '../../kinds.ts'
import {
  changeRegulatedPrice,
  listRegulatedPrices,
  planRegulatedPrice,
  readRegulatedPrice,
  withdrawRegulatedPrice,
} from '../api.ts'
import { regulatedPriceApproval, regulatedPriceApprovalSubject } from './regulated-price-approval.ts'
import { findEnteredRow, findEnteredRows, mergeRows, presentRow } from './regulated-price-store.ts'

type RegulatedPriceDeskDeps = ApprovalDeps & { serve: Serve; db: Kysely<DB> }

/** Registers the back-office routes for regulated prices with their past, current and planned values. */
export function regulatedDeskRoutes({ serve, ...deps }: RegulatedPriceDeskDeps) {
  const { db, clock } = deps
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listRegulatedPrices, async () => {
    const [entered, day] = [await findEnteredRows(db), today()]
    const items = regulatedPriceKinds.map((kind) => {
      const rows = mergeRows(kind, entered).map((row) => presentRow(row, day))
      const inForce = rows.find(({ standing }) => standing === 'in_force') ?? null
      return {
        ...presentKind(kind),
        present: inForce,
        next: rows.find(({ standing }) => standing === 'planned') ?? null,
      }
    })
    return { items }
  })

  serve(readRegulatedPrice, {
    find: async ({ params }) => findKind(params.name),
    act: async ({ subject: kind }) => {
      const day = today()
      const rows = mergeRows(kind, await findEnteredRows(db, kind.name)).map((row) => presentRow(row, day))
      const pending = await findPendingApproval(db, regulatedPriceApprovalSubject(kind.name), clock())
      return { ...presentKind(kind), rows: rows.reverse(), today: day, waiting_approval: pending }
    },
  })

  serve(planRegulatedPrice, {
    find: async ({ params }) => findKind(params.name),
    async act({ subject: { name }, body, actor, request }, refuse) {
      const payload = { act: 'plan' as const, name, ...body }
      const outcome = await submitAction(deps, regulatedPriceApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'invalid', outcome.details)
      return outcome.done
    },
  })

  serve(changeRegulatedPrice, {
    find: ({ params }) => findEnteredKey(params),
    async act({ subject, body, actor, request }, refuse) {
      const payload = { act: 'change' as const, ...subject, ...body }
      const outcome = await submitAction(deps, regulatedPriceApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'invalid', outcome.details)
      return outcome.done
    },
  })

  serve(withdrawRegulatedPrice, {
    find: ({ params }) => findEnteredKey(params),
    async act({ subject, body, actor, request }, refuse) {
      const payload = { act: 'withdraw' as const, ...subject, ...body }
      const outcome = await submitAction(deps, regulatedPriceApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'figure_changed', outcome.details)
      return outcome.done
    },
  })

  async function findEnteredKey(params: { name: string; from: string }) {
    const row = findKind(params.name) && (await findEnteredRow(db, params))
    return row && { name: row.name, from: row.valid_from }
  }
}

function findKind(name: string): RegulatedPriceKind | undefined {
  return regulatedPriceKinds.find((kind) => kind.name === name)
}

function presentKind({ name, group, unit, shape, tariff, count }: RegulatedPriceKind) {
  return { name, group, unit, shape, tariff, count }
}

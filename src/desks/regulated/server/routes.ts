import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { waitingApproval } from '#desks/approvals/server/approval-store.ts'
import { type ApprovalDeps, submitAct } from '#desks/approvals/server/submit-act.ts'
import { type FigureKind, figureKinds } from '#domains/figures/kinds.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { changeFigure, listFigures, planFigure, readFigure, withdrawFigure } from '../api.ts'
import { figureApproval, subjectOfFigure } from './figure-approval.ts'
import { enteredRows, findRow, presentRow, rowsWith } from './figure-store.ts'

type Needs = ApprovalDeps & { serve: Serve; db: Kysely<DB> }

/** The desk of what norms fix: what holds, what held, and what is to hold. */
export function regulatedDeskRoutes({ serve, ...deps }: Needs) {
  const { db, clock } = deps
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listFigures, async () => {
    const [own, day] = [await enteredRows(db), today()]
    const items = figureKinds.map((kind) => {
      const rows = rowsWith(kind, own).map((row) => presentRow(row, day))
      const holding = rows.find(({ standing }) => standing === 'in_force') ?? null
      return { ...about(kind), present: holding, next: rows.find(({ standing }) => standing === 'planned') ?? null }
    })
    return { items }
  })

  serve(readFigure, {
    find: async ({ params }) => kindOf(params.name),
    act: async ({ subject: kind }) => {
      const day = today()
      const rows = rowsWith(kind, await enteredRows(db, kind.name)).map((row) => presentRow(row, day))
      const waiting = await waitingApproval(db, subjectOfFigure(kind.name), clock())
      return { ...about(kind), rows: rows.reverse(), today: day, waiting_approval: waiting }
    },
  })

  serve(planFigure, {
    find: async ({ params }) => kindOf(params.name),
    async act({ subject: { name }, body, actor, request }, refuse) {
      const payload = { act: 'plan' as const, name, ...body }
      const outcome = await submitAct(deps, figureApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'invalid', outcome.details)
      return outcome.done
    },
  })

  serve(changeFigure, {
    find: ({ params }) => findEntered(params),
    async act({ subject, body, actor, request }, refuse) {
      const payload = { act: 'change' as const, ...subject, ...body }
      const outcome = await submitAct(deps, figureApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'invalid', outcome.details)
      return outcome.done
    },
  })

  serve(withdrawFigure, {
    find: ({ params }) => findEntered(params),
    async act({ subject, body, actor, request }, refuse) {
      const payload = { act: 'withdraw' as const, ...subject, ...body }
      const outcome = await submitAct(deps, figureApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'figure_changed', outcome.details)
      return outcome.done
    },
  })

  async function findEntered(params: { name: string; from: string }) {
    const row = kindOf(params.name) && (await findRow(db, params))
    return row && { name: row.name, from: row.valid_from }
  }
}

function kindOf(name: string): FigureKind | undefined {
  return figureKinds.find((kind) => kind.name === name)
}

function about({ name, group, unit, shape, tariff, count }: FigureKind) {
  return { name, group, unit, shape, tariff, count }
}

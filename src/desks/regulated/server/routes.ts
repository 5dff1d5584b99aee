import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type FigureKind, figureKinds } from '#domains/figures/kinds.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { changeFigure, listFigures, planFigure, readFigure, withdrawFigure } from '../api.ts'
import { problemOf } from '../rules.ts'
import {
  deleteRow,
  enteredRows,
  findRow,
  insertRow,
  type KeptRow,
  presentRow,
  rowsWith,
  updateRow,
} from './figure-store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; clock: () => Date }
type Done = { actor: { userId: number }; request: { id: string } }

/** The desk of what norms fix: what holds, what held, and what is to hold. */
export function regulatedDeskRoutes({ serve, db, clock }: Needs) {
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
      return { ...about(kind), rows: rows.reverse(), today: day }
    },
  })

  serve(planFigure, {
    find: async ({ params }) => kindOf(params.name),
    act: async ({ subject: kind, body, ...done }, refuse) => {
      const fields = problemOf(kind, body, { others: rowsWith(kind, await enteredRows(db, kind.name)), today: today() })
      if (fields) throw refuse('invalid', { fields })
      await db.transaction().execute(async (db) => {
        const row = { name: kind.name, ...entered(body) }
        if (!(await insertRow(db, row))) throw refuse('figure_exists')
        await note(db, done, 'figure_planned', kind, undefined, entered(body))
      })
      return { version: 1 }
    },
  })

  serve(changeFigure, {
    find: ({ params }) => findEntered(params),
    permit({ row }, refuse) {
      if (row.valid_from <= today()) throw refuse('figure_in_force')
    },
    act: async ({ subject: { kind, row }, body: { version, ...body }, ...done }, refuse) => {
      const others = (await enteredRows(db, kind.name)).filter(({ valid_from: from }) => from !== row.valid_from)
      const fields = problemOf(kind, body, { others: rowsWith(kind, others), today: today() })
      if (fields) throw refuse('invalid', { fields })
      if (others.some(({ valid_from: from }) => from === body.valid_from)) throw refuse('figure_exists')
      return db.transaction().execute(async (db) => {
        const after = await updateRow(db, { ...row, version }, entered(body))
        if (after === undefined) throw refuse('figure_changed', await standing(db, row))
        await note(db, done, 'figure_changed', kind, kept(row), entered(body))
        return { version: after }
      })
    },
  })

  serve(withdrawFigure, {
    find: ({ params }) => findEntered(params),
    permit({ row }, refuse) {
      if (row.valid_from <= today()) throw refuse('figure_in_force')
    },
    act: async ({ subject: { kind, row }, body: { version }, ...done }, refuse) => {
      await db.transaction().execute(async (db) => {
        if (!(await deleteRow(db, { ...row, version }))) throw refuse('figure_changed', await standing(db, row))
        await note(db, done, 'figure_withdrawn', kind, kept(row))
      })
      return undefined
    },
  })

  async function findEntered(params: { name: string; from: string }) {
    const kind = kindOf(params.name)
    const row = kind && (await findRow(db, params))
    return kind && row && { kind, row }
  }

  /** What stands now, for whoever saw something else. */
  async function standing(db: Database, { name, valid_from: from }: KeptRow) {
    const row = await findRow(db, { name, from })
    return { extra: { current: row ? { version: row.version, ...kept(row), values: row.value.split(' ') } : null } }
  }

  function note(
    db: Database,
    { actor, request }: Done,
    action: string,
    kind: FigureKind,
    before: unknown,
    after?: unknown,
  ) {
    const subject = `figure:${kind.name}`
    return writeAudit(db, { action, actorUserId: actor.userId, subject, before, after, requestId: request.id })
  }
}

function kindOf(name: string): FigureKind | undefined {
  return figureKinds.find((kind) => kind.name === name)
}

function about({ name, group, unit, shape, tariff, count }: FigureKind) {
  return { name, group, unit, shape, tariff, count }
}

type Body = { valid_from: string; valid_to: string | null; values: string[]; source: string }

function entered({ values, ...row }: Body) {
  return { ...row, value: values.join(' ') }
}

function kept({ valid_from, valid_to, value, source }: KeptRow) {
  return { valid_from, valid_to, value, source }
}

import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { Refused } from '#kit/refusal.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type DutyKind, dutyKinds } from '../../../kinds.ts'
import { toNorm } from '../../../server/load-norms.ts'
import { addNorm, changeNorm, listNorms, replaceNorm, withdrawNorm } from '../api.ts'
import { findNormProblem, topicsOf } from '../rules.ts'
import {
  deleteNorm,
  type EnteredNorm,
  findEnteredNorm,
  findNorm,
  insertNorm,
  loadNormHistories,
  nextOwnCode,
  presentNormRow,
  updateNorm,
} from './norm-store.ts'

type NormDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the back-office routes for the norms that set terms, over time. */
export function normDeskRoutes({ serve, db, clock }: NormDeskDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listNorms, async () => ({
    items: (await loadNormHistories(db)).map(({ rows, ...norm }) => ({
      ...norm,
      rows: rows.map((row) => presentNormRow(row, today())),
    })),
    today: today(),
    topics: Object.fromEntries((Object.keys(dutyKinds) as DutyKind[]).map((kind) => [kind, topicsOf(kind)])),
  }))

  serve(addNorm, async ({ actor, body, request }, refuse) => {
    const fields = findNormProblem(body, today())
    if (fields) throw refuse('invalid', { fields })
    return db.transaction().execute(async (db) => {
      const code = await nextOwnCode(db, body.kind)
      if (!(await insertNorm(db, { code, ...body }))) throw refuse('norm_exists')
      await auditChange({ db, actor, request, action: 'norm_added', subject: `norm:${code}`, after: body })
      return { code }
    })
  })

  serve(replaceNorm, {
    find: ({ params }) => findNorm(db, params.code),
    async act({ actor, subject: { code, kind }, body, request }, refuse) {
      const fields = findNormProblem({ kind, ...body }, today())
      if (fields) throw refuse('invalid', { fields })
      await db.transaction().execute(async (db) => {
        if (!(await insertNorm(db, { code, kind, ...body }))) throw refuse('norm_exists')
        await auditChange({ db, actor, request, action: 'norm_added', subject: `norm:${code}`, after: body })
      })
      return { version: 1 }
    },
  })

  serve(changeNorm, {
    find: ({ params }) => findEnteredNorm(db, params),
    permit: refuseBegun,
    async act({ actor, subject, params, body: { version, ...input }, request }, refuse) {
      const fields = findNormProblem({ kind: subject.kind as DutyKind, ...input }, today())
      if (fields) throw refuse('invalid', { fields })
      return db.transaction().execute(async (db) => {
        const row = await lockExpected(db, params, version)
        if (input.valid_from !== params.from && (await findEnteredNorm(db, { ...params, from: input.valid_from })))
          throw refuse('norm_exists')
        const next = await updateNorm(db, row, input)
        await auditChange({
          ...{ db, actor, request },
          action: 'norm_changed',
          subject: `norm:${subject.code}`,
          before: presentEntered(row),
          after: input,
        })
        return { version: next }
      })
    },
  })

  serve(withdrawNorm, {
    find: ({ params }) => findEnteredNorm(db, params),
    permit: refuseBegun,
    async act({ actor, subject, params, body: { version }, request }) {
      await db.transaction().execute(async (db) => {
        const row = await lockExpected(db, params, version)
        await deleteNorm(db, row)
        await auditChange({
          ...{ db, actor, request },
          action: 'norm_withdrawn',
          subject: `norm:${subject.code}`,
          before: presentEntered(row),
        })
      })
      return undefined
    },
  })

  function refuseBegun({ valid_from: from }: { valid_from: MarketDay }, refuse: (code: 'norm_begun') => Error) {
    if (from <= today()) throw refuse('norm_begun')
  }

  /** Locks the row that an edit is based on. @throws Refused where it has been withdrawn or changed meanwhile. */
  async function lockExpected(db: Database, params: { code: string; from: string }, version: number | undefined) {
    const row = await findEnteredNorm(db, params)
    if (!row) throw new Refused('not_found', 404)
    requireExpectedVersion(version, presentEntered(row))
    return row
  }

  function presentEntered(row: EnteredNorm) {
    return { ...presentNormRow({ ...toNorm(row), version: row.version }, today()), version: row.version }
  }
}

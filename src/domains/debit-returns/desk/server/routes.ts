import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { matchReturn } from '../../server/record-returns.ts'
import { lockReturn, type StoredReturn, toReturnedDebit } from '../../server/return-store.ts'
import { actOnReturns, listManagedReturns, matchManagedReturn } from '../api.ts'
import { exportReturns } from '../downloads.ts'
import { actOnReturn } from './act-on-returns.ts'
import { findItemByNumber, findManagedReturns, findReturn, streamManagedReturns } from './managed-return-store.ts'
import { writeReturnsCsv } from './returns-csv.ts'

type DebitReturnDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
}

/** Registers the calls with which operators work on returned debits. */
export function debitReturnDeskRoutes({ serve, db, clock, textsFor }: DebitReturnDeskDeps) {
  serve(listManagedReturns, ({ query }) => findManagedReturns(db, query))

  serve(exportReturns, async ({ actor, query, request }) => {
    // The search text may be a person's name, so only the filters are recorded.
    const { q, ...filters } = query
    const after = { ...filters, isSearched: q !== '' }
    await auditAction({ db, actor, request, action: 'debit_returns_exported', after })
    const textOf = textsFor(actor.locale)
    return {
      content: Readable.from(writeReturnsCsv(streamManagedReturns(db, query), textOf, actor.locale)),
      fileName: `${textOf('document.file')}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    }
  })

  serve(actOnReturns, ({ actor, body: { act, ids }, request }) =>
    db.transaction().execute(async (db) => {
      const known = await db
        .selectFrom('debit_return')
        .where('debit_return_id', 'in', ids)
        .select('debit_return_id')
        .orderBy('debit_return_id')
        .execute()
      let changed = 0
      for (const { debit_return_id: id } of known) {
        const row = await actOnReturn(db, { act, id, operatorId: actor.userId, now: clock() })
        if (!row) continue
        changed++
        const subject = `debit_return:${id}`
        const { customer_id: customerId } = row
        await auditChange({ db, actor, request, action: auditedActs[act], customerId, subject })
      }
      return { changed }
    }),
  )

  serve(matchManagedReturn, {
    find: ({ params }) => findReturn(db, params.id),
    permit: (row, refuse) => {
      if (!isOpen(row)) throw refuse('return_settled')
    },
    async act({ actor, subject, body: { number }, request }, refuse) {
      await db.transaction().execute(async (db) => {
        const row = await lockReturn(db, subject.debit_return_id)
        if (!isOpen(row)) throw refuse('return_settled')
        const key = await findItemByNumber(db, number)
        if (!key) throw refuse('invoice_unknown')
        await matchReturn(db, { id: row.debit_return_id, debit: toReturnedDebit(row), key, now: clock() })
        await auditChange({
          ...{ db, actor, request, customerId: key.customerId },
          action: 'debit_return_assigned',
          subject: `debit_return:${row.debit_return_id}`,
          after: { item: `${key.kind}:${key.itemId}` },
        })
      })
      return undefined
    },
  })
}

const auditedActs = {
  assign: 'debit_return_taken',
  remind: 'debit_return_reminded',
  dismiss: 'debit_return_dismissed',
} as const

function isOpen({ state }: StoredReturn): boolean {
  return state !== 'matched'
}

import { Readable } from 'node:stream'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findOperatorsWithRole } from '#domains/operators/desk/server/operator-store.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { Serve } from '#kit/server/serve.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { assignRevision, stopSending } from '../../server/revision-store.ts'
import { actOnRevisions, type DeskRevision } from '../api.ts'
import { exportRevisions } from '../downloads.ts'
import { type RevisionAct, revisionRoles } from '../filters.ts'
import { findDeskRevision, streamDeskRevisions } from './desk-store.ts'

type RevisionActDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  textsFor: (locale: Locale) => (key: string) => string
}

const auditedActs = {
  take: 'revision_assigned',
  assign: 'revision_assigned',
  release: 'revision_assigned',
  stop: 'revision_stopped',
} as const satisfies Record<RevisionAct, string>

/** Registers the calls about several revisions: what operators do with them, and their export. */
export function revisionActRoutes({ serve, db, clock, textsFor }: RevisionActDeps) {
  serve(actOnRevisions, async ({ body, actor, request }, refuse) => {
    const { act, ids, operator_id: colleagueId = null } = body
    if (act === 'assign') {
      const operators = await findOperatorsWithRole(db, revisionRoles, clock())
      if (!operators.some(({ id }) => id === colleagueId))
        throw refuse('invalid', { fields: { operator_id: ['invalid_value'] } })
    }
    const operatorId = { take: actor.userId, assign: colleagueId, release: null, stop: null }[act]
    return db.transaction().execute(async (trx) => {
      let changed = 0
      // In one order, so that two operators who act on the same revisions do not wait for each other.
      for (const id of [...new Set(ids)].sort()) {
        if (!(await perform(trx, { act, id, operatorId, now: clock() }))) continue
        const assigned = act === 'stop' ? undefined : { operatorId }
        const subject = `revision:${id}`
        await auditChange({ db: trx, actor, request, action: auditedActs[act], subject, after: assigned })
        changed++
      }
      return { changed }
    })
  })

  serve(exportRevisions, async ({ actor, query, request }) => {
    await auditAction({ db, actor, request, action: 'revisions_exported', after: query })
    const textOf = textsFor(actor.locale)
    const revisions = streamDeskRevisions(db, query, actor.userId)
    return {
      content: Readable.from(writeRevisionsCsv(revisions, textOf, actor.locale)),
      fileName: `${textOf('document.file')}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    }
  })
}

type ActInput = { act: RevisionAct; id: string; operatorId: number | null; now: Date }

async function perform(trx: Transaction<DB>, { act, id, operatorId, now }: ActInput): Promise<boolean> {
  if (act !== 'stop') return assignRevision(trx, { id, operatorId })
  const revision = await findDeskRevision(trx, id)
  return revision !== undefined && stopSending(trx, revision, now)
}

const columns = ['product', 'kind', 'appliesOn', 'notifyBy', 'contracts', 'notified', 'state', 'assignee'] as const

async function* writeRevisionsCsv(
  revisions: AsyncIterable<DeskRevision>,
  textOf: (key: string) => string,
  locale: Locale,
): AsyncGenerator<string> {
  yield byteOrderMark +
    formatCsvLine(
      columns.map((column) => textOf(`document.${column}`)),
      locale,
    )
  for await (const { product, tariff, kind, applies_on, notify_by, contracts, notified, state, assignee } of revisions)
    yield formatCsvLine(
      [
        ...[`${product} · ${tariff}`, textOf(`kinds.${kind}`), formatDay(applies_on, locale)],
        ...[formatDay(notify_by, locale), contracts, notified, textOf(`states.${state}`), assignee?.name ?? null],
      ],
      locale,
    )
}

import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import type { ActedBy, ActOutcome, ApprovalKind } from '#desks/approvals/server/approval-kind.ts'
import { type FigureKind, figureKinds } from '#domains/figures/kinds.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { entered } from '../api.ts'
import { problemOf } from '../rules.ts'
import { deleteRow, enteredRows, findRow, insertRow, type KeptRow, rowsWith, updateRow } from './figure-store.ts'

const seenValue = { name: z.string(), from: entered.valid_from, version: z.int() }
const FigurePayload = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('plan'), name: z.string(), ...entered }),
  z.strictObject({ act: z.literal('change'), ...seenValue, ...entered }),
  z.strictObject({ act: z.literal('withdraw'), ...seenValue }),
])
type FigurePayload = z.output<typeof FigurePayload>
type PlanPayload = Extract<FigurePayload, { act: 'plan' }>
type ChangePayload = Extract<FigurePayload, { act: 'change' }>
type WithdrawPayload = Extract<FigurePayload, { act: 'withdraw' }>

/** What a regulated value depends on: all that operators have entered for the figure, the first first. */
type FigureBasis = { rows: KeptRow[] }

type FigureProblem = 'invalid' | 'figure_exists' | 'figure_in_force' | 'figure_changed'
type FigureOutcome = ActOutcome<{ version: number }, FigureProblem>

/** What the requests for a value of a figure are about: one at a time. */
export function subjectOfFigure(name: string): string {
  return `figure:${name}`
}

/** Entering, changing and withdrawing a regulated value, which another operator approves. */
export const figureApproval: ApprovalKind<FigurePayload, FigureBasis, { version: number }, FigureProblem> = {
  name: 'figure',
  payload: FigurePayload,
  subjectOf: ({ name }) => subjectOfFigure(name),
  detail: detailOf,
  readState: async (db, { name }) => ({ rows: await enteredRows(db, name) }),
  async carryOut(trx, payload, by) {
    const kind = kindNamed(payload.name)
    if (payload.act === 'plan') return plan(trx, kind, payload, by)
    return payload.act === 'change' ? change(trx, kind, payload, by) : withdraw(trx, kind, payload, by)
  },
}

function kindNamed(name: string): FigureKind {
  const kind = figureKinds.find((each) => each.name === name)
  if (!kind) throw new Error(`There is no figure ${name}.`)
  return kind
}

async function plan(trx: Transaction<DB>, kind: FigureKind, payload: PlanPayload, by: ActedBy): Promise<FigureOutcome> {
  const others = rowsWith(kind, await enteredRows(trx, kind.name))
  const fields = problemOf(kind, payload, { others, today: today(by) })
  if (fields) return { refused: 'invalid', details: { fields } }
  const row = rowOf(payload)
  if (!(await insertRow(trx, { name: kind.name, ...row }))) return { refused: 'figure_exists' }
  await note(trx, by, 'figure_planned', kind, undefined, row)
  return { done: { version: 1 } }
}

async function change(
  trx: Transaction<DB>,
  kind: FigureKind,
  payload: ChangePayload,
  by: ActedBy,
): Promise<FigureOutcome> {
  const { name, from, version } = payload
  const current = await findRow(trx, { name, from })
  if (!current) return { refused: 'figure_changed', details: standing(undefined) }
  if (current.valid_from <= today(by)) return { refused: 'figure_in_force' }
  const others = (await enteredRows(trx, name)).filter((each) => each.valid_from !== from)
  const fields = problemOf(kind, payload, { others: rowsWith(kind, others), today: today(by) })
  if (fields) return { refused: 'invalid', details: { fields } }
  if (others.some((each) => each.valid_from === payload.valid_from)) return { refused: 'figure_exists' }
  const row = rowOf(payload)
  const after = await updateRow(trx, { ...current, version }, row)
  if (after === undefined) return { refused: 'figure_changed', details: standing(current) }
  await note(trx, by, 'figure_changed', kind, valuesOf(current), row)
  return { done: { version: after } }
}

async function withdraw(
  trx: Transaction<DB>,
  kind: FigureKind,
  { name, from, version }: WithdrawPayload,
  by: ActedBy,
): Promise<FigureOutcome> {
  const current = await findRow(trx, { name, from })
  if (!current) return { refused: 'figure_changed', details: standing(undefined) }
  if (current.valid_from <= today(by)) return { refused: 'figure_in_force' }
  if (!(await deleteRow(trx, { ...current, version }))) return { refused: 'figure_changed', details: standing(current) }
  await note(trx, by, 'figure_withdrawn', kind, valuesOf(current))
  return { done: { version } }
}

function today({ now }: ActedBy): string {
  return marketDayOf(now, 'Europe/Madrid')
}

/** What stands now, for whoever saw something else. */
function standing(row: KeptRow | undefined) {
  return {
    extra: { current: row ? { version: row.version, ...valuesOf(row), values: row.value.split(' ') } : null },
  }
}

function note(
  trx: Transaction<DB>,
  { userId, requestId }: ActedBy,
  action: string,
  { name }: FigureKind,
  before: unknown,
  after?: unknown,
) {
  return writeAudit(trx, { action, actorUserId: userId, subject: `figure:${name}`, before, after, requestId })
}

function rowOf({
  valid_from,
  valid_to,
  values,
  source,
}: Pick<PlanPayload, 'valid_from' | 'valid_to' | 'values' | 'source'>) {
  return { valid_from, valid_to, source, value: values.join(' ') }
}

function valuesOf({ valid_from, valid_to, value, source }: KeptRow) {
  return { valid_from, valid_to, value, source }
}

function detailOf(payload: FigurePayload, { rows }: FigureBasis) {
  const kind = kindNamed(payload.name)
  const { name, unit, shape, tariff } = kind
  const history = rowsWith(kind, rows).map(({ validFrom, validTo, value, source }) => ({
    ...{ valid_from: validFrom, valid_to: validTo, values: value.numbers, source },
  }))
  const last = (found: typeof history) => found.at(-1) ?? null
  const about = { kind: 'figure' as const, act: payload.act, figure: { name, unit, shape, tariff } }
  const at = (day: string) => last(history.filter((each) => each.valid_from === day))
  if (payload.act === 'withdraw') {
    const without = rowsWith(
      kind,
      rows.filter((row) => row.valid_from !== payload.from),
    )
    const instead = without.filter((each) => each.validFrom <= payload.from).at(-1)
    const after = instead && {
      ...{ valid_from: instead.validFrom, valid_to: instead.validTo },
      ...{ values: instead.value.numbers, source: instead.source },
    }
    return { ...about, before: at(payload.from), after: after ?? null }
  }
  const { valid_from, valid_to, values, source } = payload
  const before =
    payload.act === 'plan' ? last(history.filter((each) => each.valid_from <= valid_from)) : at(payload.from)
  return { ...about, before, after: { valid_from, valid_to, values, source } }
}

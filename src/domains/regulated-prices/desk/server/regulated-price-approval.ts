import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import {
  type ActionContext,
  type ActionOutcome,
  type ApprovalKind,
  auditedBy,
} from '#domains/approvals/server/approval-kind.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type RegulatedPriceKind, regulatedPriceKinds } from '../../kinds.ts'
import { valueFields } from '../api.ts'
import type { RegulatedPriceDetail } from '../approval-detail.ts'
import { findValueProblem } from '../rules.ts'
import {
  deleteEnteredRow,
  type EnteredRow,
  findEnteredRow,
  findEnteredRows,
  insertEnteredRow,
  mergeRows,
  updateEnteredRow,
} from './regulated-price-store.ts'

const seenValueKey = { name: z.string(), from: valueFields.valid_from, version: z.int() }
const RegulatedPricePayload = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('plan'), name: z.string(), ...valueFields }),
  z.strictObject({ act: z.literal('change'), ...seenValueKey, ...valueFields }),
  z.strictObject({ act: z.literal('withdraw'), ...seenValueKey }),
])
type RegulatedPricePayload = z.output<typeof RegulatedPricePayload>
type PlanPayload = Extract<RegulatedPricePayload, { act: 'plan' }>
type ChangePayload = Extract<RegulatedPricePayload, { act: 'change' }>
type WithdrawPayload = Extract<RegulatedPricePayload, { act: 'withdraw' }>

/** The state that a regulated value depends on: all rows entered by operators for the price, oldest first. */
type RegulatedPriceBasis = { rows: EnteredRow[] }

type RegulatedPriceProblem = 'invalid' | 'figure_exists' | 'figure_in_force' | 'figure_changed'
type RegulatedPriceOutcome = ActionOutcome<{ version: number }, RegulatedPriceProblem>

/** Returns the approval subject for values of a regulated price, of which at most one is open. */
export function regulatedPriceApprovalSubject(name: string): string {
  return `figure:${name}`
}

/** Entering, editing and withdrawing a regulated value, with approval by another operator. */
export const regulatedPriceApproval: ApprovalKind<
  RegulatedPricePayload,
  RegulatedPriceBasis,
  { version: number },
  RegulatedPriceProblem,
  RegulatedPriceDetail
> = {
  name: 'figure',
  payload: RegulatedPricePayload,
  subjectOf: ({ name }) => regulatedPriceApprovalSubject(name),
  detail: detailOf,
  readState: async (db, { name }) => ({ rows: await findEnteredRows(db, name) }),
  async execute(trx, payload, by) {
    const kind = loadKind(payload.name)
    if (payload.act === 'plan') return planValue(trx, kind, payload, by)
    return payload.act === 'change' ? changeValue(trx, kind, payload, by) : withdrawValue(trx, payload, by)
  },
}

function loadKind(name: string): RegulatedPriceKind {
  const kind = regulatedPriceKinds.find((each) => each.name === name)
  if (!kind) throw new Error(`There is no regulated price ${name}.`)
  return kind
}

async function planValue(
  trx: Transaction<DB>,
  kind: RegulatedPriceKind,
  payload: PlanPayload,
  by: ActionContext,
): Promise<RegulatedPriceOutcome> {
  const others = mergeRows(kind, await findEnteredRows(trx, kind.name))
  const fields = findValueProblem(kind, payload, { others, today: todayOf(by) })
  if (fields) return { refused: 'invalid', details: { fields } }
  const row = toRow(payload)
  if (!(await insertEnteredRow(trx, { name: kind.name, ...row }))) return { refused: 'figure_exists' }
  const subject = `figure:${kind.name}`
  await auditChange({ db: trx, ...auditedBy(by), action: 'figure_planned', subject, after: row })
  return { done: { version: 1 } }
}

async function changeValue(
  trx: Transaction<DB>,
  kind: RegulatedPriceKind,
  payload: ChangePayload,
  by: ActionContext,
): Promise<RegulatedPriceOutcome> {
  const { name, from, version } = payload
  const current = await findEnteredRow(trx, { name, from })
  if (!current) return { refused: 'figure_changed', details: presentCurrent(undefined) }
  if (current.valid_from <= todayOf(by)) return { refused: 'figure_in_force' }
  const others = (await findEnteredRows(trx, name)).filter((each) => each.valid_from !== from)
  const fields = findValueProblem(kind, payload, { others: mergeRows(kind, others), today: todayOf(by) })
  if (fields) return { refused: 'invalid', details: { fields } }
  if (others.some((each) => each.valid_from === payload.valid_from)) return { refused: 'figure_exists' }
  const row = toRow(payload)
  const after = await updateEnteredRow(trx, { ...current, version }, row)
  if (after === undefined) return { refused: 'figure_changed', details: presentCurrent(current) }
  await auditChange({
    ...{ db: trx, ...auditedBy(by) },
    action: 'figure_changed',
    subject: `figure:${name}`,
    before: auditedColumns(current),
    after: row,
  })
  return { done: { version: after } }
}

async function withdrawValue(
  trx: Transaction<DB>,
  { name, from, version }: WithdrawPayload,
  by: ActionContext,
): Promise<RegulatedPriceOutcome> {
  const current = await findEnteredRow(trx, { name, from })
  if (!current) return { refused: 'figure_changed', details: presentCurrent(undefined) }
  if (current.valid_from <= todayOf(by)) return { refused: 'figure_in_force' }
  if (!(await deleteEnteredRow(trx, { ...current, version })))
    return { refused: 'figure_changed', details: presentCurrent(current) }
  const before = auditedColumns(current)
  await auditChange({ db: trx, ...auditedBy(by), action: 'figure_withdrawn', subject: `figure:${name}`, before })
  return { done: { version } }
}

function todayOf({ now }: ActionContext): string {
  return marketDayOf(now, 'Europe/Madrid')
}

/** Returns the current row for an operator whose edit conflicts with it. */
function presentCurrent(row: EnteredRow | undefined) {
  return {
    extra: { current: row ? { version: row.version, ...auditedColumns(row), values: row.value.split(' ') } : null },
  }
}

function toRow({
  valid_from,
  valid_to,
  values,
  source,
}: Pick<PlanPayload, 'valid_from' | 'valid_to' | 'values' | 'source'>) {
  return { valid_from, valid_to, source, value: values.join(' ') }
}

function auditedColumns({ valid_from, valid_to, value, source }: EnteredRow) {
  return { valid_from, valid_to, value, source }
}

function detailOf(payload: RegulatedPricePayload, { rows }: RegulatedPriceBasis) {
  const kind = loadKind(payload.name)
  const { name, unit, shape, tariff } = kind
  const history = mergeRows(kind, rows).map(({ validFrom, validTo, value, source }) => ({
    ...{ valid_from: validFrom, valid_to: validTo, values: value.numbers, source },
  }))
  const last = (entries: typeof history) => entries.at(-1) ?? null
  const common = { kind: 'figure' as const, act: payload.act, figure: { name, unit, shape, tariff } }
  const at = (day: string) => last(history.filter((each) => each.valid_from === day))
  if (payload.act === 'withdraw') {
    const without = mergeRows(
      kind,
      rows.filter((row) => row.valid_from !== payload.from),
    )
    const previous = without.filter((each) => each.validFrom <= payload.from).at(-1)
    const after = previous && {
      ...{ valid_from: previous.validFrom, valid_to: previous.validTo },
      ...{ values: previous.value.numbers, source: previous.source },
    }
    return { ...common, before: at(payload.from), after: after ?? null }
  }
  const { valid_from, valid_to, values, source } = payload
  const before =
    payload.act === 'plan' ? last(history.filter((each) => each.valid_from <= valid_from)) : at(payload.from)
  return { ...common, before, after: { valid_from, valid_to, values, source } }
}

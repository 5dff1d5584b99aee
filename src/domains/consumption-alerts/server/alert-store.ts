import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ConsumptionAlert, DB } from '#db/tables.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { WorkQueue } from '#kit/server/work-queue.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { type AlertChoice, type AlertKind, alertKinds } from '../rules.ts'
import type { LinkedAlertKey } from './alert-link.ts'

/** An alert that is turned on. */
export type AlertRow = Selectable<ConsumptionAlert>

/** After a check an alert is due again in so many seconds: curves come in once a day. */
const checkedEverySeconds = 3 * 3_600

/** The alerts by the time from which they are to be compared with their curve again. */
export const alertQueue: WorkQueue<AlertRow> = {
  table: 'consumption_alert',
  key: ['alert_id'],
  due: 'due_at',
  waiting: sql`true`,
  pausesSeconds: [checkedEverySeconds],
}

type UserContract = { userId: number; customerId: number; contractId: number }

/** Returns the alerts of a user on some contracts, by contract. */
export async function findChoices(
  db: Database,
  { userId, contractIds }: { userId: number; contractIds: readonly number[] },
): Promise<Map<number, AlertChoice>> {
  const rows = await db
    .selectFrom('consumption_alert')
    .where('user_id', '=', userId)
    .where(isOneOf('contract_id', contractIds))
    .select(['contract_id', 'kind', 'figure'])
    .execute()
  const byContract = Map.groupBy(rows, ({ contract_id }) => contract_id)
  return new Map(contractIds.map((id) => [id, choiceOf(byContract.get(id) ?? [])]))
}

function choiceOf(rows: readonly { kind: string; figure: number | null }[]): AlertChoice {
  const figureOf = (kind: AlertKind) => rows.find((row) => row.kind === kind)?.figure ?? null
  const budgetCents = figureOf('budget')
  return {
    budget: budgetCents === null ? null : budgetCents / 100,
    standby: figureOf('standby'),
    nothing_used: figureOf('nothing_used'),
    over_power: rows.some(({ kind }) => kind === 'over_power'),
  }
}

/** Replaces the alerts of a user on a contract. One whose figure changes is compared with the curve again. */
export async function saveChoice(db: Database, contract: UserContract, choice: AlertChoice, now: Date) {
  const { userId, customerId, contractId } = contract
  const figures = figuresOf(choice)
  const kinds = figures.map(({ kind }) => kind)
  await sql`
    delete from consumption_alert
    where user_id = ${userId} and customer_id = ${customerId} and contract_id = ${contractId}
      and kind <> all(${kinds}::text[])`.execute(db)
  for (const { kind, figure } of figures)
    await sql`
      insert into consumption_alert (user_id, customer_id, contract_id, kind, figure, turned_on_at, due_at)
      values (${userId}, ${customerId}, ${contractId}, ${kind}, ${figure}, ${now}, ${now})
      on conflict (user_id, customer_id, contract_id, kind)
        do update set figure = excluded.figure, due_at = excluded.due_at, seen_version = null
        where consumption_alert.figure is distinct from excluded.figure`.execute(db)
}

function figuresOf({ budget, standby, nothing_used, over_power }: AlertChoice) {
  const figures: { kind: AlertKind; figure: number | null; isOn: boolean }[] = [
    { kind: 'budget', figure: budget === null ? null : Math.round(budget * 100), isOn: budget !== null },
    { kind: 'standby', figure: standby, isOn: standby !== null },
    { kind: 'nothing_used', figure: nothing_used, isOn: nothing_used !== null },
    { kind: 'over_power', figure: null, isOn: over_power },
  ]
  return figures.filter(({ isOn }) => isOn)
}

/** Locks the account of a user, so that two changes of its alerts follow each other. */
export async function lockUser(db: Database, userId: number) {
  await db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select('user_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export type SentNotice = { contractId: number; kind: AlertKind; period: MarketDay; toldAt: Date }

const maxSentNotices = 200

/** Returns what a user was told of some contracts last, the latest first. */
export async function findSentNotices(
  db: Database,
  { userId, contractIds }: { userId: number; contractIds: readonly number[] },
): Promise<SentNotice[]> {
  const rows = await db
    .selectFrom('consumption_alert_notice')
    .where('user_id', '=', userId)
    .where(isOneOf('contract_id', contractIds))
    .orderBy('told_at', 'desc')
    .orderBy('kind')
    .limit(maxSentNotices)
    .select(['contract_id', 'kind', 'period', 'told_at'])
    .execute()
  return rows.flatMap(({ contract_id: contractId, period, told_at: toldAt, ...row }) => {
    const kind = alertKinds.find((known) => known === row.kind)
    return kind ? [{ contractId, kind, period, toldAt }] : []
  })
}

/** Records that a user is told of a period. Returns false if they were told before. */
export async function recordNotice(
  db: Database,
  { user_id, customer_id, contract_id, kind }: AlertRow,
  { period, now }: { period: MarketDay; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('consumption_alert_notice')
    .values({ user_id, customer_id, contract_id, kind, period, told_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'customer_id', 'contract_id', 'kind', 'period']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records the version of the curve that some alerts were compared with. */
export async function recordSeenVersion(db: Database, alerts: readonly AlertRow[], version: number) {
  await db
    .updateTable('consumption_alert')
    .where(
      'alert_id',
      'in',
      alerts.map(({ alert_id }) => alert_id),
    )
    .set({ seen_version: version })
    .execute()
}

/** Turns off alerts by their ids. */
export async function removeAlerts(db: Database, alerts: readonly AlertRow[]) {
  await db
    .deleteFrom('consumption_alert')
    .where(
      'alert_id',
      'in',
      alerts.map(({ alert_id }) => alert_id),
    )
    .execute()
}

/** Returns whether the alert of a link is turned on. */
export async function isTurnedOn(db: Database, key: LinkedAlertKey): Promise<boolean> {
  return (await selectLinked(db, key).select('alert_id').executeTakeFirst()) !== undefined
}

/** Turns off the alert of a link; one that is off stays so. */
export async function turnOff(db: Kysely<DB>, { userId, customerId, contractId, kind }: LinkedAlertKey) {
  await db
    .deleteFrom('consumption_alert')
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .execute()
}

function selectLinked(db: Database, { userId, customerId, contractId, kind }: LinkedAlertKey) {
  return db
    .selectFrom('consumption_alert')
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
}

import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { findOpenContract } from '#domains/bill-forecasts/server/find-open-contract.ts'
import { findContractPoint, readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import { writeBars } from '#domains/messages/bar-chart.ts'
import { sendTimeOf } from '#domains/messages/quiet-hours.ts'
import { type NewMessage, queueMessage } from '#domains/messages/server/queue-message.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startWatchedLoop, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { claimDue, nextDueQuery } from '#kit/server/work-queue.ts'
import { addDays } from '#vocabulary/day.ts'
import { type MarketTimeZone, marketDayOf } from '#vocabulary/market-time.ts'
import { alertsAddress } from '../paths.ts'
import { type AlertKind, alertKinds } from '../rules.ts'
import { storedAlertLink } from './alert-link.ts'
import { type AlertRow, alertQueue, recordNotice, recordSeenVersion, removeAlerts } from './alert-store.ts'
import type { AlertedContract } from './contract-store.ts'
import { findBudget } from './findings/find-budget.ts'
import { findNothingUsed } from './findings/find-nothing-used.ts'
import { findOverPower } from './findings/find-over-power.ts'
import { findStandby } from './findings/find-standby.ts'
import type { Finding } from './findings/finding.ts'
import { readPage } from './read-page.ts'
import { type MeasuredDay, measuredDaysOf } from './rules/measured-day.ts'

type CheckAlertDeps = { db: Kysely<DB>; clock: () => Date; log: WatchedJobDeps['log'] }

/** So many alerts are claimed at a time. Only one contract of them is held in memory with its curve. */
const pageSize = 100
/** The days that are read: those of the rules before what happened lately. */
const readDayCount = 60

/** Starts the job that compares alerts with the curves that came in. Any number of workers may run it. */
export function startAlertJobs({ watch, ...deps }: CheckAlertDeps & WatchedJobDeps): PollingLoop {
  return startWatchedLoop(() => checkDueAlerts(deps), {
    ...{ everySeconds: 60, name: 'watch consumption', nextDue: nextDueQuery(alertQueue) },
    ...{ watch, clock: deps.clock, log: deps.log },
  })
}

/** Compares a page of alerts that are due with their curves. Returns whether there were any. */
export async function checkDueAlerts({ db, clock, log }: CheckAlertDeps): Promise<boolean> {
  const now = clock()
  const claimed = await claimDue(db, alertQueue, { now, limit: pageSize })
  if (claimed.length === 0) return false
  const { toRemove, toCheck } = await readPage(db, claimed, marketDayOf(now, 'Europe/Madrid'))
  if (toRemove.length > 0) await removeAlerts(db, toRemove)
  for (const { contract, alerts, version } of toCheck)
    try {
      await checkContract(db, { contract, alerts, version, now })
    } catch (error) {
      // Its alerts are due again in some hours; those of other contracts do not have to wait.
      log.error({ contractId: contract.contractId, error: (error as Error).message }, 'alerts not checked')
    }
  return true
}

type ContractCheck = { contract: AlertedContract; alerts: readonly AlertRow[]; version: number; now: Date }

async function checkContract(db: Kysely<DB>, { contract, alerts, version, now }: ContractCheck) {
  const { customerId, contractId } = contract
  const owned = { customerIds: [customerId], contractId }
  const [point, open] = await Promise.all([findContractPoint(db, owned), findOpenContract(db, owned)])
  if (!point || !open) return
  const { timeZone: zone } = point
  const today = marketDayOf(now, zone)
  const range = { start: addDays(today, -readDayCount), end: today }
  const days = measuredDaysOf(await readDays(db, { point, range }))
  const findings = new Map<AlertRow, Finding>()
  for (const alert of alerts) {
    if (contract.energy === 'gas' && kindOf(alert) !== 'budget') continue
    const finding = await finders[kindOf(alert)]({ db, contract: open, days, zone, now }, alert)
    if (finding) findings.set(alert, finding)
  }
  await db.transaction().execute(async (transaction) => {
    for (const [alert, finding] of findings) await tell(transaction, { alert, finding, contract, zone, now })
    await recordSeenVersion(transaction, alerts, version)
  })
}

type AlertFinding = { alert: AlertRow; finding: Finding; contract: AlertedContract; zone: MarketTimeZone; now: Date }

/** Queues the mail of a finding, unless its period was told before. */
async function tell(
  db: Database,
  { alert, finding: { period, values, chart, mail }, contract, zone, now }: AlertFinding,
) {
  if (!(await recordNotice(db, alert, { period, now }))) return
  const { user_id: userId, customer_id: customerId, contract_id: contractId } = alert
  const kind = kindOf(alert)
  const turnOff = storedAlertLink({ userId, customerId, contractId, kind })
  const message: NewMessage = {
    kind: `consumption-alerts.${mail ?? kind}`,
    ...{ userId, customerId, contractId, link: alertsAddress(contractId) },
    values: { ...values, contract: contract.name, address: contract.address, bars: writeBars(chart), turnOff },
    sendAt: sendTimeOf(now, zone),
  }
  await queueMessage(db, message, now)
}

type FinderInput = {
  db: Database
  contract: NonNullable<Awaited<ReturnType<typeof findOpenContract>>>
  days: readonly MeasuredDay[]
  zone: MarketTimeZone
  now: Date
}

/** What each kind of alert looks for, on days since it was turned on. */
const finders: Record<AlertKind, (input: FinderInput, alert: AlertRow) => Finding | null | Promise<Finding | null>> = {
  budget: ({ db, contract, now }, { figure }) => findBudget(db, contract, { monthCents: figure!, now }),
  standby: ({ days, zone }, alert) =>
    findStandby(days, { riseWatts: alert.figure!, fromDay: onDay(alert, zone), zone }),
  nothing_used: ({ days, zone }, alert) =>
    findNothingUsed(days, { minDays: alert.figure!, fromDay: onDay(alert, zone) }),
  over_power: ({ days, contract, zone }, alert) => findOverPower(days, contract, { fromDay: onDay(alert, zone), zone }),
}

function onDay({ turned_on_at }: AlertRow, zone: MarketTimeZone) {
  return marketDayOf(turned_on_at, zone)
}

function kindOf({ kind }: AlertRow): AlertKind {
  return alertKinds.find((known) => known === kind)!
}

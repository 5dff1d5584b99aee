import { type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DutyKind } from '#domains/duties/kinds.ts'
import {
  cancelDuties,
  type DutySubject,
  finishDuties,
  type NewDuty,
  openDuties,
} from '#domains/duties/server/duty-store.ts'
import { subjectOfContractEnd, subjectOfReadings } from '#domains/duties/subjects.ts'
import { finishClosingBills } from '#domains/invoices/server/closing-bills.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'

/** A contract as its end depends on it. */
export type EndingContract = {
  customer_id: number
  contract_id: number
  energy: string
  state: string
  ends_on: MarketDay | null
  power_watts: number[]
  province_code: string | null
}

/** What follows from the end of a contract. */
const kindsAfterEnd = ['last_reading', 'closing_bill'] as const satisfies readonly DutyKind[]

/**
 * Opens what follows from the end of contracts that were imported: the last reading and the closing bill, and before a
 * day that is to come, that the distributor is told. An end that was taken back needs none of it. Nobody reads the meter
 * of a contract that has ended, or whose day to tell the distributor is over, for it any more.
 */
export async function openEndDuties(db: Database, contracts: readonly EndingContract[], now: Date): Promise<void> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const ended = contracts.filter(({ state, ends_on }) => state === 'baixa' && ends_on !== null)
  const toCome = ended.filter(({ ends_on }) => ends_on! > today)
  await openDuties(db, [
    ...ended.flatMap((contract) => kindsAfterEnd.map((kind) => dutyOf(kind, contract))),
    ...toCome.map((contract) => dutyOf('contract_end', contract)),
  ])
  await finishDuties(db, {
    kind: 'contract_end',
    subjects: subjectsOf(ended.filter((one) => !toCome.includes(one))),
    now,
  })
  const other = contracts.filter((contract) => !ended.includes(contract))
  for (const kind of kindsAfterEnd) await cancelDuties(db, { kind, subjects: subjectsOf(other), now })
  await finishClosingBills(
    db,
    ended.map(({ contract_id: id }) => id),
    now,
  )
  const noLonger = contracts.filter(({ state }) => state !== 'activa').map(({ contract_id: id }) => id)
  await cancelDuties(db, { kind: 'own_reading', subjects: noLonger.map(subjectOfReadings), now })
  await cancelDuties(db, { kind: 'mandate', subjects: noLonger.map((id) => `contract:${id}` as const), now })
}

/** Ends the duty of the last reading of contracts of a supply point that have ended by a day on which its meter was read. */
export async function finishLastReadings(
  db: Database,
  { supplyPointId, lastRead, now }: { supplyPointId: number; lastRead: MarketDay; now: Date },
): Promise<void> {
  // A reading is of the last day of a period, or of the first one after it.
  const rows = await db
    .selectFrom('contract')
    .where('supply_point_id', '=', supplyPointId)
    .where('state', '=', 'baixa')
    .where(sql<SqlBool>`ends_on <= ${addDays(lastRead, 1)}`)
    .select('contract_id')
    .execute()
  const subjects = rows.map(({ contract_id: id }) => subjectOfContractEnd(id))
  await finishDuties(db, { kind: 'last_reading', subjects, now })
}

function subjectsOf(contracts: readonly EndingContract[]): DutySubject[] {
  return contracts.map(({ contract_id: id }) => subjectOfContractEnd(id))
}

function dutyOf(kind: DutyKind, contract: EndingContract): NewDuty {
  const energy = contract.energy as Energy
  return {
    ...{ kind, subject: subjectOfContractEnd(contract.contract_id) },
    ...{ customerId: contract.customer_id, contractId: contract.contract_id, place: contract.province_code },
    facts: { topics: [], energy, powerWatts: energy === 'gas' ? null : Math.max(0, ...contract.power_watts) },
    at: startOf(contract.ends_on!, 'Europe/Madrid'),
  }
}

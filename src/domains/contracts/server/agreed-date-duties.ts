import type { Database } from '#db/database.ts'
import { cancelDuties, type NewDuty, openDuties } from '#domains/duties/server/duty-store.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import {
  type AgreedDateKind,
  agreedDateKinds,
  changeDayOf,
  dutyOfAgreedDate,
  subjectOfAgreedDates,
} from '../agreed-dates.ts'
import { openEndDuties } from './end-duties.ts'
import { cancelReadingDuties } from './reading-duties.ts'

const contractsPerStatement = 500

/**
 * Opens the duties to tell customers before what was agreed with their contracts changes, and what follows from the end of
 * contracts; cancels those of what is no longer to come, and the readings of contracts that have ended; in the transaction
 * that stored the contracts.
 */
export async function openAgreedDateDuties(
  db: Database,
  contracts: readonly { customer_id: number; name: string }[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < contracts.length; start += contractsPerStatement) {
    const rows = await findContracts(db, contracts.slice(start, start + contractsPerStatement))
    for (const kind of agreedDateKinds) await openDutiesOf(db, { kind, rows, now })
    await openEndDuties(db, rows, now)
    const ended = rows.filter(({ state }) => state !== 'activa')
    await cancelReadingDuties(
      db,
      ended.map(({ contract_id: id }) => id),
      now,
    )
  }
}

type ContractRow = Awaited<ReturnType<typeof findContracts>>[number]

function findContracts(db: Database, contracts: readonly { customer_id: number; name: string }[]) {
  return db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where(isOneOf('contract.customer_id', [...new Set(contracts.map(({ customer_id }) => customer_id))]))
    .where(
      'contract.name',
      'in',
      contracts.map(({ name }) => name),
    )
    .select(['contract.customer_id', 'contract_id', 'contract.energy', 'state', 'power_watts', 'province_code'])
    .select(['ends_on', 'renews_on', 'promotion_ends_on', 'penalty_ends_on'])
    .execute()
}

async function openDutiesOf(
  db: Database,
  { kind, rows, now }: { kind: AgreedDateKind; rows: readonly ContractRow[]; now: Date },
): Promise<void> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const duties: NewDuty[] = []
  const ended: ContractRow[] = []
  for (const row of rows) {
    const day = row.state === 'activa' ? changeDayOf(kind, row) : null
    if (day === null || day <= today) ended.push(row)
    else duties.push(dutyOf(kind, row, startOf(day, 'Europe/Madrid')))
  }
  await openDuties(db, duties)
  const subjects = ended.map(({ contract_id: id }) => subjectOfAgreedDates(id))
  await cancelDuties(db, { kind: dutyOfAgreedDate[kind], subjects, now })
}

function dutyOf(kind: AgreedDateKind, row: ContractRow, at: Date): NewDuty {
  const energy = row.energy as Energy
  const powerWatts = energy === 'gas' ? null : Math.max(0, ...row.power_watts)
  return {
    ...{ kind: dutyOfAgreedDate[kind], subject: subjectOfAgreedDates(row.contract_id) },
    ...{ customerId: row.customer_id, contractId: row.contract_id },
    ...{ facts: { topics: [], energy, powerWatts }, place: row.province_code, at },
  }
}

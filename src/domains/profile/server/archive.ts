import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { hoursAsCsv } from '#domains/consumption/server/curve-file.ts'
import type { ZipEntry } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type Owner, ownedTables, ownRowsAsJson } from './own-rows.ts'

type Sources = {
  db: Database
  files: Files
  /** The document of a contract as PDF. */
  contractPdf: (customerIds: number[], contractName: string) => Promise<Uint8Array | null>
  /** What the archive holds, in the words of whoever reads it. */
  readMe: string
}

/** All that is held on somebody, file by file: rows as JSON, curves as CSV, contracts and what is attached to them as PDF. */
export async function* archiveOf(sources: Sources, owner: Owner): AsyncGenerator<ZipEntry> {
  const { db, files, contractPdf, readMe } = sources
  yield { name: 'README.txt', content: [readMe] }
  for (const table of await ownedTables(db)) {
    const rows = ownRowsAsJson(db, table, owner)
    const first = await rows.next()
    if (!first.done) yield { name: `data/${table.name}.json`, content: resumed(first.value, rows) }
  }
  const contracts = await contractsOf(db, owner)
  yield { name: 'data/supply_point.json', content: [JSON.stringify(await supplyPointsOf(db, owner), null, 1)] }
  for (const contract of contracts) {
    const pdf = await contractPdf(owner.customerIds, contract.name)
    if (pdf) yield { name: `contracts/${fileNameOf(contract.name)}.pdf`, content: [pdf], isPacked: true }
  }
  for (const { contractName, fileName, fileKey, id } of await attachmentsOf(db, owner)) {
    const content = await files.get(fileKey)
    // Two documents of a contract may have one name.
    const name = `contracts/${fileNameOf(contractName)}/${id} ${fileNameOf(fileName)}`
    if (content) yield { name, content, isPacked: true }
  }
  for (const contract of contracts) {
    if (contract.dataFrom === null || contract.dataUntil === null) continue
    const { dataFrom, dataUntil, cups, supplyPointId, name } = contract
    const years = yearsOf(dataFrom, dataUntil).map((year) => ({ supplyPointId, cups, ...year }))
    yield { name: `curves/${cups} ${fileNameOf(name)}.csv`, content: hoursAsCsv(db, years) }
  }
}

async function* resumed(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* others
}

type OwnContract = {
  name: string
  cups: string
  supplyPointId: number
  dataFrom: MarketDay | null
  dataUntil: MarketDay | null
}

/** The holders' contracts, with the days of their curves: whoever held the point before or after is somebody else. */
async function contractsOf(db: Database, { customerIds }: Owner): Promise<OwnContract[]> {
  const { rows } = await sql<OwnContract>`
    select contract.name, contract.cups, contract.supply_point_id as "supplyPointId",
      min(curve_day.day) as "dataFrom", max(curve_day.day) as "dataUntil"
    from contract
      left join curve_day on curve_day.supply_point_id = contract.supply_point_id
        and curve_day.day >= contract.starts_on and (contract.ends_on is null or curve_day.day <= contract.ends_on)
    where contract.customer_id = any(${customerIds})
    group by contract.customer_id, contract.contract_id
    order by contract.name`.execute(db)
  return rows
}

async function supplyPointsOf(db: Database, { customerIds }: Owner): Promise<unknown[]> {
  return db
    .selectFrom('supply_point')
    .selectAll()
    .where('supply_point_id', 'in', (query) =>
      query
        .selectFrom('contract')
        .select('supply_point_id')
        .where('customer_id', '=', sql<number>`any(${customerIds})`),
    )
    .orderBy('supply_point_id')
    .execute()
}

function attachmentsOf(db: Database, { customerIds }: Owner) {
  return db
    .selectFrom('attachment')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'attachment.customer_id')
        .onRef('contract.contract_id', '=', 'attachment.contract_id'),
    )
    .where('attachment.customer_id', '=', sql<number>`any(${customerIds})`)
    .select(['contract.name as contractName', 'file_name as fileName', 'file_key as fileKey', 'attachment_id as id'])
    .orderBy('attachment_id')
    .execute()
}

const daysAtOnce = 366

// A point that has been measured for ten years is read a year at a time.
function yearsOf(first: MarketDay, last: MarketDay): { firstDay: MarketDay; lastDay: MarketDay }[] {
  const years = []
  for (let day = first; day <= last; day = addDays(day, daysAtOnce)) {
    const end = addDays(day, daysAtOnce - 1)
    years.push({ firstDay: day, lastDay: end < last ? end : last })
  }
  return years
}

/** A name as every system lets a file have it: one folder deep, and never above its own. */
function fileNameOf(text: string): string {
  return text.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_')
}

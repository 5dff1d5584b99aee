import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Distributor, Retailer } from '../api.ts'

type Page = { q: string; offset: number; limit: number }
type Energy = Retailer['energy']

/** A page of the retailers of an energy whose names hold what was typed. */
export async function retailersOf(
  db: Database,
  { energy, q, offset, limit }: Page & { energy: Energy },
): Promise<{ items: Retailer[]; total: number }> {
  const { rows } = await sql<Retailer & { total: number }>`
    select origin_retailer_id as id, energy, name, is_active, version, count(*) over ()::integer as total
    from origin_retailer
    where energy = ${energy} and (${q} = '' or strpos(lower(name), ${q.toLowerCase()}) > 0)
    order by lower(name), id limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** A retailer by the number in an address. */
export function findRetailer(db: Database, id: string) {
  return db
    .selectFrom('origin_retailer')
    .where(sql`origin_retailer_id::text`, '=', id)
    .select(['origin_retailer_id as id', 'energy', 'name', 'is_active', 'version'])
    .executeTakeFirst()
}

/** Whether there is another retailer of that name; they are chosen by it. */
export async function isNameTaken(
  db: Database,
  { energy, name, except }: { energy: string; name: string; except?: number },
) {
  const other = db
    .selectFrom('origin_retailer')
    .where('energy', '=', energy)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .$if(except !== undefined, (query) => query.where('origin_retailer_id', '!=', except!))
    .select('name')
  return (await other.executeTakeFirst()) !== undefined
}

export async function insertRetailer(db: Database, row: { energy: Energy; name: string }): Promise<number> {
  const added = await db
    .insertInto('origin_retailer')
    .values(row)
    .returning('origin_retailer_id as id')
    .executeTakeFirstOrThrow()
  return added.id
}

type Seen = { id: number; version: number }

/** Changes a retailer as somebody saw it; answers its new version, or undefined where another was faster. */
export async function updateRetailer(
  db: Database,
  { id, version }: Seen,
  change: { name: string; is_active: boolean },
): Promise<number | undefined> {
  const changed = await db
    .updateTable('origin_retailer')
    .set({ ...change, version: version + 1 })
    .where('origin_retailer_id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

/** A page of the distributors whose names or codes hold what was typed. */
export async function distributorsOf(
  db: Database,
  { q, offset, limit }: Page,
): Promise<{ items: Distributor[]; total: number }> {
  const { rows } = await sql<Distributor & { total: number }>`
    select distributor_id as id, ree_code as code, name, website, breakdown_phone, is_active, version,
      count(*) over ()::integer as total
    from distributor
    where ${q} = '' or strpos(lower(ree_code || ' ' || name), ${q.toLowerCase()}) > 0
    order by lower(name), id limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** A distributor by the number in an address. */
export function findDistributor(db: Database, id: string) {
  return db
    .selectFrom('distributor')
    .where(sql`distributor_id::text`, '=', id)
    .select(['distributor_id as id', 'name', 'website', 'breakdown_phone', 'is_active', 'version'])
    .executeTakeFirst()
}

type Told = { name: string; website: string | null; breakdown_phone: string | null }

/** Adds a distributor; undefined where there is one of that code. */
export async function insertDistributor(db: Database, row: Told & { code: string }): Promise<number | undefined> {
  const { code, ...told } = row
  const added = await db
    .insertInto('distributor')
    .values({ ...told, ree_code: code })
    .onConflict((conflict) => conflict.column('ree_code').doNothing())
    .returning('distributor_id as id')
    .executeTakeFirst()
  return added?.id
}

/** Changes a distributor as somebody saw it; answers its new version, or undefined where another was faster. */
export async function updateDistributor(
  db: Database,
  { id, version }: Seen,
  change: Told & { is_active: boolean },
): Promise<number | undefined> {
  const changed = await db
    .updateTable('distributor')
    .set({ ...change, version: version + 1 })
    .where('distributor_id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

/** Waits for whoever names a retailer at this moment, so that no two have the same name. */
export async function lockRetailers(db: Database) {
  await sql`lock table origin_retailer in share row exclusive mode`.execute(db)
}

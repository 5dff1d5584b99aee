import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { containsText, findPage, type PageRange } from '#kit/backoffice/server/find-page.ts'
import type { Distributor, Retailer } from '../api.ts'

type PageQuery = PageRange & { q: string }
type Energy = Retailer['energy']

/** Returns a page of the retailers of an energy, filtered by name. */
export function findRetailers(db: Database, { energy, q, ...range }: PageQuery & { energy: Energy }) {
  const selection = {
    columns: sql`origin_retailer_id as id, energy, name, is_active, version`,
    from: sql`origin_retailer`,
    where: [sql`energy = ${energy}`, containsText(sql`name`, q)],
    orderBy: sql`lower(name), id`,
  }
  return findPage<Retailer>(db, selection, range)
}

/** Returns a retailer by the id from a URL. */
export function findRetailer(db: Database, id: string) {
  return db
    .selectFrom('origin_retailer')
    .where(sql`origin_retailer_id::text`, '=', id)
    .select(['origin_retailer_id as id', 'energy', 'name', 'is_active', 'version'])
    .executeTakeFirst()
}

/**
 * Checks whether another retailer of the energy has the name. Names must be unique because customers choose by them.
 */
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

type SeenVersion = { id: number; version: number }

/** Updates a retailer if its version still matches. Returns the new version, or undefined on a conflict. */
export async function updateRetailer(
  db: Database,
  { id, version }: SeenVersion,
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

/** Returns a page of the distributors, filtered by name or code. */
export function findDistributors(db: Database, { q, ...range }: PageQuery) {
  const selection = {
    columns: sql`distributor_id as id, ree_code as code, name, website, breakdown_phone, is_active, version`,
    from: sql`distributor`,
    where: [containsText(sql`ree_code || ' ' || name`, q)],
    orderBy: sql`lower(name), id`,
  }
  return findPage<Distributor>(db, selection, range)
}

/** Returns a distributor by the id from a URL. */
export function findDistributor(db: Database, id: string) {
  return db
    .selectFrom('distributor')
    .where(sql`distributor_id::text`, '=', id)
    .select(['distributor_id as id', 'name', 'website', 'breakdown_phone', 'is_active', 'version'])
    .executeTakeFirst()
}

type DistributorDetails = { name: string; website: string | null; breakdown_phone: string | null }

/** Adds a distributor. Returns undefined if the code exists. */
export async function insertDistributor(
  db: Database,
  row: DistributorDetails & { code: string },
): Promise<number | undefined> {
  const { code, ...details } = row
  const added = await db
    .insertInto('distributor')
    .values({ ...details, ree_code: code })
    .onConflict((conflict) => conflict.column('ree_code').doNothing())
    .returning('distributor_id as id')
    .executeTakeFirst()
  return added?.id
}

/** Updates a distributor if its version still matches. Returns the new version, or undefined on a conflict. */
export async function updateDistributor(
  db: Database,
  { id, version }: SeenVersion,
  change: DistributorDetails & { is_active: boolean },
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

/** Locks retailers against concurrent name changes, so that no two get the same name. */
export async function lockRetailers(db: Database) {
  await sql`lock table origin_retailer in share row exclusive mode`.execute(db)
}

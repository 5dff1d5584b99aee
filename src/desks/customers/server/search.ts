import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { FoundCustomer } from '../api.ts'
import { mostFound, type Search } from '../rules.ts'

type Page = { offset: number; limit: number }

/** Customers whom a search may mean, those known by an identifier first, then by name; no more are counted than `mostFound`. */
export async function searchCustomers(
  db: Database,
  search: Search,
  { offset, limit }: Page,
): Promise<{ items: FoundCustomer[]; total: number }> {
  const ways = waysOf(search)
  if (!ways.length) return { items: [], total: 0 }
  const { rows } = await sql<FoundCustomer & { total: number }>`
    with found as (${sql.join(ways, sql` union all `)}),
    best as (select distinct on (customer_id) * from found order by customer_id, rank)
    select customer_id as id, name, coalesce(claimed_tax_id, tax_id) as tax_id, claimed_tax_id is not null as is_claim, email, is_company, by as found_by, coalesce(best.found, name) as found,
      (select count(*)::integer from contract where contract.customer_id = customer.customer_id) as contracts,
      count(*) over ()::integer as total
    from best join customer using (customer_id)
    where erased_at is null
    order by rank, name, customer_id
    limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(({ total: _, ...customer }) => customer), total: rows[0]?.total ?? 0 }
}

/** A query for each thing that was perhaps meant, each of which an index answers. */
function waysOf({ words, email, taxId, cups, identifier }: Search): RawBuilder<unknown>[] {
  const way = (
    by: FoundCustomer['found_by'],
    rank: number,
    { from, found, where }: { from: string; found: RawBuilder<unknown>; where: RawBuilder<unknown> },
  ) => sql`(
    select customer_id, ${by}::text as by, ${rank}::integer as rank, ${found} as found
    from ${sql.table(from)} where ${where} limit ${mostFound}
  )`
  const ways = [
    way('contract', 1, { from: 'contract', found: sql`name`, where: sql`name = ${identifier}` }),
    way('invoice', 2, { from: 'invoice', found: sql`number`, where: sql`number = ${identifier}` }),
  ]
  if (taxId) ways.push(way('tax_id', 0, { from: 'customer', found: sql`tax_id`, where: sql`tax_id = ${taxId}` }))
  if (taxId)
    ways.push(way('tax_id', 4, { from: 'customer', found: sql`claimed_tax_id`, where: sql`claimed_tax_id = ${taxId}` }))
  if (email) ways.push(way('email', 0, { from: 'customer', found: sql`email`, where: sql`lower(email) = ${email}` }))
  if (cups) ways.push(way('cups', 0, { from: 'contract', found: sql`cups`, where: sql`cups like ${`${cups}%`}` }))
  if (words.length) {
    const query = words.map((word) => `${word}:*`).join(' & ')
    const where = sql`${nameWords} @@ to_tsquery('simple', ${query})`
    ways.push(way('name', 3, { from: 'customer', found: sql`null::text`, where }))
  }
  return ways
}

// As the index has it, word by word.
const nameWords = sql`to_tsvector('simple', translate(lower(name), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc '))`

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import type { CustomerMatch } from '../customer-match.ts'
import { type CustomerSearch, maxSearchResults } from '../customer-search.ts'

type PageQuery = { offset: number; limit: number }

/**
 * Returns the customers that match a search, identifier matches first, then by name. At most `maxSearchResults` are
 * counted.
 */
export async function searchCustomers(
  db: Database,
  search: CustomerSearch,
  { offset, limit }: PageQuery,
): Promise<{ items: CustomerMatch[]; total: number }> {
  const queries = buildSearchQueries(search)
  if (!queries.length) return { items: [], total: 0 }
  const { rows } = await sql<CustomerMatch & { total: number }>`
    with found as (${sql.join(queries, sql` union all `)}),
    best as (select distinct on (customer_id) * from found order by customer_id, rank)
    select customer_id as id, name, coalesce(claimed_tax_id, tax_id) as tax_id, claimed_tax_id is not null as is_claim, email, is_company, by as found_by, coalesce(best.found, name) as found,
      coalesce(counted.contracts, 0) as contracts, count(*) over ()::integer as total
    from best join customer using (customer_id)
      left join (
        select customer_id, count(*)::integer as contracts from contract
        where customer_id in (select customer_id from found) group by customer_id
      ) as counted using (customer_id)
    where erased_at is null
    order by rank, name, customer_id
    limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(({ total: _, ...customer }) => customer), total: rows[0]?.total ?? 0 }
}

/** Returns the ids of the best matches of a search, for lists of rows that belong to customers. */
export async function findMatchingCustomerIds(db: Database, search: CustomerSearch): Promise<number[]> {
  const { items } = await searchCustomers(db, search, { offset: 0, limit: maxMatchingCustomers })
  return items.map(({ id }) => id)
}

/** Builds one query per possible meaning of the search, each answered by an index. */
function buildSearchQueries({ terms, email, taxId, cups, identifier }: CustomerSearch): RawBuilder<unknown>[] {
  const queryFor = (
    by: CustomerMatch['found_by'],
    rank: number,
    { from, found, where }: { from: string; found: RawBuilder<unknown>; where: RawBuilder<unknown> },
  ) => sql`(
    select customer_id, ${by}::text as by, ${rank}::integer as rank, ${found} as found
    from ${sql.table(from)} where ${where} limit ${maxSearchResults}
  )`
  const queries = [
    queryFor('contract', 1, { from: 'contract', found: sql`name`, where: sql`name = ${identifier}` }),
    queryFor('invoice', 2, { from: 'invoice', found: sql`number`, where: sql`number = ${identifier}` }),
  ]
  if (taxId)
    queries.push(queryFor('tax_id', 0, { from: 'customer', found: sql`tax_id`, where: sql`tax_id = ${taxId}` }))
  if (taxId)
    queries.push(
      queryFor('tax_id', 4, { from: 'customer', found: sql`claimed_tax_id`, where: sql`claimed_tax_id = ${taxId}` }),
    )
  if (email)
    queries.push(queryFor('email', 0, { from: 'customer', found: sql`email`, where: sql`lower(email) = ${email}` }))
  if (cups)
    queries.push(queryFor('cups', 0, { from: 'contract', found: sql`cups`, where: sql`cups like ${`${cups}%`}` }))
  if (terms.length) {
    const query = terms.map((term) => `${term}:*`).join(' & ')
    const where = sql`${nameVector} @@ to_tsquery('simple', ${query})`
    queries.push(queryFor('name', 3, { from: 'customer', found: sql`null::text`, where }))
  }
  return queries
}

// Must match the index expression; terms are matched by prefix.
const nameVector = sql`to_tsvector('simple', translate(lower(name), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc '))`

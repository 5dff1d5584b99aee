import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { FilterCondition } from '#kit/filter.ts'
import { buildFilterCondition, containsPattern, type FilterColumns } from '#kit/server/filter-sql.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Energy } from '#vocabulary/energies.ts'
import type { contractFields } from '../rules.ts'
import { contractInfoJson, contractJson, fullAddress } from './present.ts'

type Owner = { customerIds: number[] }

const columns: FilterColumns<typeof contractFields> = {
  name: sql.ref('contract.name'),
  state: sql.ref('contract.state'),
  'cups.name': sql.ref('contract.cups'),
  'cups.full_address': fullAddress,
  'tariff.name': sql.ref('contract.tariff'),
}

/** The query of a list of contracts: search terms that must all occur, conditions that must all hold. */
type ContractListQuery = {
  energy?: Energy
  searchTerms: string[]
  conditions: FilterCondition<keyof typeof contractFields>[]
  offset: number
  limit: number
}

/** Returns a page of a holder's contracts, active ones first and then by name, as the JSON of the reply. */
export async function listContractsAsJson(
  db: Database,
  {
    customerIds,
    energy,
    searchTerms,
    conditions,
    offset,
    limit,
    decimalPoint,
  }: Owner & ContractListQuery & { decimalPoint: string },
): Promise<string> {
  const from = sql`
    from contract ${searchTerms.length ? sql`join product using (product_id)` : sql``}
    where ${isOneOf('contract.customer_id', customerIds)}
      and ${energy ? sql`contract.energy = ${energy}` : sql`true`}
      and ${buildFilterCondition(conditions, columns)}
      and ${matchesAllTerms(searchTerms)}`
  const { rows } = await sql<{ page: string }>`
    with page_key as (
      select contract.customer_id, contract.contract_id ${from} order by ${listOrder('contract')} limit ${limit} offset ${offset}
    )
    select json_build_object(
      'items', coalesce((
        select json_agg(${contractJson({ customerIds, decimalPoint })} order by ${listOrder('page')})
        from page_key
          join contract page using (customer_id, contract_id)
          join customer using (customer_id)
          join product using (product_id)
          join supply_point using (supply_point_id)
          join address on address.customer_id = page.customer_id and address.address_id = page.notification_address_id
          left join distributor using (distributor_id)
        where ${isOneOf('page.customer_id', customerIds)} and ${isOneOf('address.customer_id', customerIds)}
      ), '[]'::json),
      'total', (select count(*) ${from})
    )::text as page`.execute(db)
  return rows[0]!.page
}

/** Returns the data required to choose one of a holder's contracts, by kind, as the JSON of the reply. */
export async function listContractInfoAsJson(db: Database, { customerIds }: Owner): Promise<string> {
  const ofKind = (energy: Energy) => sql`coalesce(
    json_agg(${contractInfoJson} order by ${listOrder('contract')}) filter (where contract.energy = ${energy}),
    '[]'::json)`
  const { rows } = await sql<{ info: string }>`
    select json_build_object('electricity', ${ofKind('electricity')}, 'gas', ${ofKind('gas')})::text as info
    from contract where ${isOneOf('contract.customer_id', customerIds)}`.execute(db)
  return rows[0]!.info
}

/** Returns the storage key and the name of a holder's attachment; undefined when it is not theirs. */
export function findAttachment(db: Database, { customerIds, attachmentId }: Owner & { attachmentId: number }) {
  return db
    .selectFrom('attachment')
    .where(isOneOf('customer_id', customerIds))
    .where('attachment_id', '=', attachmentId)
    .select(['file_key', 'file_name'])
    .executeTakeFirst()
}

function listOrder(table: string) {
  return sql`(${sql.ref(`${table}.state`)} <> 'activa'), ${sql.ref(`${table}.name`)}`
}

/** Matches contracts whose search text contains each term, folded as in the tables. */
function matchesAllTerms(searchTerms: string[]): RawBuilder<boolean> {
  if (searchTerms.length === 0) return sql`true`
  return sql`contract.search_text || ' ' || product.search_text like all(${searchTerms.map(containsPattern)}::text[])`
}

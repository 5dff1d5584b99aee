import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { FilterTriple } from '#kit/filter.ts'
import { conditionOf, containing, type FilterColumns } from '#kit/server/filter-sql.ts'
import type { contractFields, Energy } from '../rules.ts'
import { contractInfoJson, contractJson, fullAddress } from './present.ts'

type Owner = { customerIds: number[] }

const columns: FilterColumns<typeof contractFields> = {
  name: sql.ref('contract.name'),
  state: sql.ref('contract.state'),
  'cups.name': sql.ref('contract.cups'),
  'cups.full_address': fullAddress,
  'tariff.name': sql.ref('contract.tariff'),
}

/** What a list of contracts is asked for: words that all occur, conditions that all hold. */
type Wanted = {
  energy?: Energy
  words: string[]
  conditions: FilterTriple<keyof typeof contractFields>[]
  offset: number
  limit: number
}

/** A page of a holder's contracts, active ones first and then by name, as the JSON of the reply. */
export async function contractsAsJson(
  db: Database,
  { customerIds, energy, words, conditions, offset, limit, decimalPoint }: Owner & Wanted & { decimalPoint: string },
): Promise<string> {
  const from = sql`
    from contract ${words.length ? sql`join product using (product_id)` : sql``}
    where ${ownedBy(customerIds)}
      and ${energy ? sql`contract.energy = ${energy}` : sql`true`}
      and ${conditionOf(conditions, columns)}
      and ${containingAll(words)}`
  const { rows } = await sql<{ page: string }>`
    with page as (select contract.* ${from} order by ${listOrder('contract')} limit ${limit} offset ${offset})
    select json_build_object(
      'items', coalesce((
        select json_agg(${contractJson({ decimalPoint })} order by ${listOrder('page')})
        from page
          join customer using (customer_id)
          join product using (product_id)
          join supply_point using (supply_point_id)
          join address on address.customer_id = page.customer_id and address.address_id = page.notification_address_id
          left join distributor using (distributor_id)
      ), '[]'::json),
      'total', (select count(*) ${from})
    )::text as page`.execute(db)
  return rows[0]!.page
}

/** What it takes to choose one of a holder's contracts, by kind, as the JSON of the reply. */
export async function contractInfoAsJson(db: Database, { customerIds }: Owner): Promise<string> {
  const ofKind = (energy: Energy) => sql`coalesce(
    json_agg(${contractInfoJson} order by ${listOrder('contract')}) filter (where contract.energy = ${energy}),
    '[]'::json)`
  const { rows } = await sql<{ info: string }>`
    select json_build_object('electricity', ${ofKind('electricity')}, 'gas', ${ofKind('gas')})::text as info
    from contract where ${ownedBy(customerIds)}`.execute(db)
  return rows[0]!.info
}

/** Where a holder's attachment is kept and what it is called, or undefined when it is not theirs. */
export function findAttachment(db: Database, { customerIds, attachmentId }: Owner & { attachmentId: number }) {
  return db
    .selectFrom('attachment')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .where('attachment_id', '=', attachmentId)
    .select(['file_key', 'file_name'])
    .executeTakeFirst()
}

// An index gives the rows of one holder in the order of the list; of several, each holder's would come in its own.
function ownedBy(customerIds: number[]): RawBuilder<boolean> {
  const [first, ...others] = customerIds
  return first !== undefined && others.length === 0
    ? sql`contract.customer_id = ${first}`
    : sql`contract.customer_id = any(${customerIds})`
}

function listOrder(table: string) {
  return sql`(${sql.ref(`${table}.state`)} <> 'activa'), ${sql.ref(`${table}.name`)}`
}

/** Holds where each of the words, folded as the tables keep them, is part of what a contract is looked for by. */
function containingAll(words: string[]): RawBuilder<boolean> {
  if (words.length === 0) return sql`true`
  return sql`contract.search_text || ' ' || product.search_text like all(${words.map(containing)}::text[])`
}

import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** An address given as one line in the file, with the contact details for it. */
export type AddressRow = {
  customer_id: number
  name: string
  full_address: string
  email: string | null
  phone: string | null
}

/** Stores imported addresses of holders, each once. Returns their ids in the order of the rows. */
export async function storeAddresses(db: Database, rows: readonly AddressRow[]): Promise<number[]> {
  if (rows.length === 0) return []
  const input = sql`json_to_recordset(${JSON.stringify(rows)}::json) as given
    (customer_id bigint, name text, full_address text, email text, phone text)`
  await sql`
    insert into address (customer_id, name, full_address, email, phone)
    select distinct customer_id, name, full_address, email, phone from ${input}
    on conflict do nothing`.execute(db)
  const { rows: stored } = await sql<AddressRow & { address_id: number }>`
    select address.customer_id, address.name, address.full_address, address.email, address.phone, address_id
    from address
    where customer_id in (select customer_id from ${input})`.execute(db)
  const ids = new Map(stored.map(({ address_id, ...row }) => [keyOf(row), address_id]))
  return rows.map((row) => ids.get(keyOf(row))!)
}

function keyOf({ customer_id, name, full_address, email, phone }: AddressRow): string {
  return JSON.stringify([customer_id, name, full_address, email ?? '', phone ?? ''])
}

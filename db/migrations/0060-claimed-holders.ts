import { type Kysely, sql } from 'kysely'

/**
 * A holder known only from a contract taken out on the portal, by a tax id as typed. It is separate from the known
 * holders, under a `tax_id` that cannot be typed, until the tax id is proven.
 */
export async function up(db: Kysely<unknown>) {
  const statements = [
    // The tax id as typed; null once it is proven, and for all holders imported by the retailer.
    `alter table customer add column claimed_tax_id text`,
    // The account that signs the drafts. It sees the holder once one of them is signed.
    `alter table customer add column claimed_by_user_id integer`,
    `create index customer_by_claimed_tax_id on customer (claimed_tax_id) where claimed_tax_id is not null`,
    `create index customer_by_claimant on customer (claimed_by_user_id) where claimed_by_user_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)

  for (const { customer_id, tax_id, lead_id, user_id } of await unsignedHolders(db)) {
    await sql`
      update customer set claimed_tax_id = tax_id, tax_id = ${`claim:${lead_id}`}, claimed_by_user_id = ${user_id},
        version = version + 1
      where customer_id = ${customer_id}`.execute(db)
    await sql`delete from user_customer where customer_id = ${customer_id}`.execute(db)
    // A login that is a tax id is reserved for the holder; these users sign in with their e-mail address.
    await sql`
      update user_account set login = 'claim-' || user_id
      where login = ${tax_id.toLowerCase()} and role = 'customer'
        and not exists (select from user_customer where user_customer.user_id = user_account.user_id)`.execute(db)
  }
}

type Unsigned = { customer_id: number; tax_id: string; lead_id: number; user_id: number | null }

/** Returns the holders that match the data of a lead and have only unsigned contracts from leads. */
async function unsignedHolders(db: Kysely<unknown>): Promise<Unsigned[]> {
  const { rows } = await sql<Omit<Unsigned, 'user_id'> & { contract_ids: number[] }>`
    select customer.customer_id, customer.tax_id, min(lead_id) as lead_id, array_agg(contract_id) as contract_ids
    from customer join lead on lead.customer_id = customer.customer_id
    where lead.tax_id = customer.tax_id and lower(lead.name) = lower(customer.name)
      and lead.email is not distinct from customer.email and lead.contract_id is not null
    group by customer.customer_id, customer.tax_id`.execute(db)
  const unsigned: Unsigned[] = []
  // Holder by holder, because a distributed database answers queries on a single holder.
  for (const { contract_ids, ...holder } of rows) {
    const { customer_id } = holder
    const other = await sql`
      select from contract
      where customer_id = ${customer_id} and (
        signed_on is not null or state not in ('esborrany', 'cancelada') or contract_id <> all(${contract_ids}::integer[])
      )
      limit 1`.execute(db)
    const invoice = await sql`select from invoice where customer_id = ${customer_id} limit 1`.execute(db)
    if (other.rows.length > 0 || invoice.rows.length > 0) continue
    const waiting = await sql<{ user_id: number }>`
      select requested_by_user_id as user_id from signature
      where customer_id = ${customer_id} and subject_kind = 'contract' and state = 'waiting'
      order by created_at limit 1`.execute(db)
    unsigned.push({ ...holder, user_id: waiting.rows[0]?.user_id ?? null })
  }
  return unsigned
}

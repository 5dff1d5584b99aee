import type { Insertable } from 'kysely'
import type { Database } from '#db/database.ts'
import type {
  Address,
  Attachment,
  BatteryLink,
  Contract,
  Customer,
  Invoice,
  MultipointInvoice,
  UserAccount,
} from '#db/tables.ts'
import { storeSetting } from '#domains/operator/server/live-settings.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { makeCups } from '#vocabulary/cups.ts'

let lastNumber = 0
const nextNumber = () => ++lastNumber

/** Makes an empty database that of the demonstration: its mark, and payment by the sandbox. */
export async function aDemo(db: Database) {
  await db.insertInto('secret_key').values({ name: 'demo-password:anna', value: 'x' }).execute()
  await storeSetting(db, { path: 'payment.platforms', value: ['sandbox'], now: new Date() })
}

/** A holder. */
export async function aCustomer(db: Database, given: Partial<Insertable<Customer>> = {}): Promise<number> {
  const number = nextNumber()
  const row = {
    name: `Holder ${number}`,
    tax_id: `TAX${number}`,
    is_company: false,
    fiscal_address: 'Carrer Major, 1 - Vic',
    ...given,
  }
  return (await db.insertInto('customer').values(row).returning('customer_id').executeTakeFirstOrThrow()).customer_id
}

/** Somebody who can sign in and sees these holders; an operator may do everything. No password opens this account. */
export async function aUser(
  db: Database,
  { customerIds = [], ...given }: Partial<Insertable<UserAccount>> & { customerIds?: number[] } = {},
): Promise<number> {
  const number = nextNumber()
  const row = {
    login: `user${number}`,
    email: `user${number}@example.test`,
    name: `User ${number}`,
    password_hash: 'none',
    operator_roles: given.role === 'operator' ? [...operatorRoles] : [],
    ...given,
  }
  const { user_id } = await db.insertInto('user_account').values(row).returning('user_id').executeTakeFirstOrThrow()
  for (const customer_id of customerIds) await db.insertInto('user_customer').values({ user_id, customer_id }).execute()
  return user_id
}

export type MadeContract = { customerId: number; contractId: number; supplyPointId: number; name: string; cups: string }

/** An address of a holder, the same one for the same particulars. */
export async function anAddress(
  db: Database,
  { customerId, ...given }: { customerId: number } & Partial<Omit<Insertable<Address>, 'customer_id'>>,
): Promise<number> {
  const row = { customer_id: customerId, name: 'Payer', full_address: 'Carrer Major, 1 - Vic', ...given }
  const { address_id } = await db
    .insertInto('address')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'fingerprint']).doUpdateSet({ name: row.name }))
    .returning('address_id')
    .executeTakeFirstOrThrow()
  return address_id
}

/** A contract on a supply point of its own, active unless said otherwise. */
export async function aContract(
  db: Database,
  { customerId, ...given }: { customerId: number } & Partial<Omit<Insertable<Contract>, 'customer_id'>>,
): Promise<MadeContract> {
  const number = nextNumber()
  const energy = given.energy ?? 'electricity'
  const place = { street: `Carrer de Provença, ${number}`, city: 'Barcelona' }
  const cups = given.cups ?? makeCups('0031', String(number).padStart(12, '0'))
  const supplyPoint = await db
    .insertInto('supply_point')
    .values({ cups, energy, ...place, postcode: '08029', province_code: '08' })
    .returning('supply_point_id')
    .executeTakeFirstOrThrow()
  const row = {
    customer_id: customerId,
    name: String(number).padStart(7, '0'),
    state: 'activa',
    supply_point_id: supplyPoint.supply_point_id,
    cups,
    supply_street: place.street,
    supply_city: place.city,
    tariff: energy === 'gas' ? 'RL.1' : '2.0TD',
    product_id: await aProduct(db, energy),
    power_watts: energy === 'gas' ? [] : [4600, 4600],
    payer_name: 'Payer',
    payer_tax_id: 'TAX',
    payer_address: 'Carrer Major, 1 - Vic',
    notification_address_id: await anAddress(db, { customerId }),
    ...given,
    energy,
  }
  const made = await db.insertInto('contract').values(row).returning(['contract_id', 'name']).executeTakeFirstOrThrow()
  return { customerId, contractId: made.contract_id, supplyPointId: row.supply_point_id, name: made.name, cups }
}

async function aProduct(db: Database, energy: string): Promise<number> {
  const name = `Product of ${energy}`
  const known = await db.selectFrom('product').select('product_id').where('name', '=', name).executeTakeFirst()
  if (known) return known.product_id
  return (await db.insertInto('product').values({ name, energy }).returning('product_id').executeTakeFirstOrThrow())
    .product_id
}

/** A document kept with a contract; nothing is stored under its key unless given. */
export async function anAttachment(
  db: Database,
  {
    contract,
    ...given
  }: { contract: MadeContract } & Partial<Omit<Insertable<Attachment>, 'customer_id' | 'contract_id'>>,
): Promise<number> {
  const row = {
    customer_id: contract.customerId,
    contract_id: contract.contractId,
    name: 'Signed contract',
    created_on: '2024-02-03',
    size_bytes: 214_000,
    file_name: 'contract.pdf',
    category_name: 'Contract',
    file_key: '0'.repeat(64),
    ...given,
  }
  return (await db.insertInto('attachment').values(row).returning('attachment_id').executeTakeFirstOrThrow())
    .attachment_id
}

/** A solar wallet that holds so much, since before there was a ledger. */
export async function aBattery(
  db: Database,
  { customerId, balance_cents = 2340, ...given }: { customerId: number; balance_cents?: number; name?: string },
): Promise<number> {
  const { battery_id } = await db
    .insertInto('battery')
    .values({ customer_id: customerId, name: `Wallet ${nextNumber()}`, ...given })
    .returning('battery_id')
    .executeTakeFirstOrThrow()
  if (balance_cents !== 0)
    await db
      .insertInto('battery_entry')
      .values({
        customer_id: customerId,
        battery_id,
        booked_on: '2025-06-01',
        amount_cents: balance_cents,
        reason: 'carried_over',
      })
      .execute()
  return battery_id
}

/** The share of a contract in a solar wallet, half of one of its own unless said otherwise. */
export async function aBatteryLink(
  db: Database,
  {
    contract,
    balance_cents,
    ...given
  }: { contract: MadeContract; balance_cents?: number } & Partial<
    Omit<Insertable<BatteryLink>, 'customer_id' | 'contract_id'>
  >,
): Promise<number> {
  const row = {
    customer_id: contract.customerId,
    battery_id: given.battery_id ?? (await aBattery(db, { customerId: contract.customerId, balance_cents })),
    contract_id: contract.contractId,
    percentage: 50,
    starts_on: '2025-06-01',
    ...given,
  }
  return (await db.insertInto('battery_link').values(row).returning('battery_link_id').executeTakeFirstOrThrow())
    .battery_link_id
}

/** An unpaid invoice of a month, without lines. */
export async function anInvoice(
  db: Database,
  {
    contract,
    ...given
  }: { contract: MadeContract } & Partial<Omit<Insertable<Invoice>, 'customer_id' | 'contract_id'>>,
): Promise<number> {
  const total = given.amount_total_cents ?? 4569
  const row = {
    customer_id: contract.customerId,
    contract_id: contract.contractId,
    energy: 'electricity',
    number: `FE${String(nextNumber()).padStart(6, '0')}`,
    issued_on: '2026-10-06',
    starts_on: '2026-09-01',
    ends_on: '2026-09-30',
    due_on: '2026-10-26',
    amount_total_cents: total,
    amount_pending_cents: total,
    energy_wh: 190_000,
    paid_status: 'unpaid',
    content: JSON.stringify({
      lines: [],
      energyWhByPeriod: [40_000, 50_000, 100_000],
      surplusWh: 0,
      powerWatts: [4600, 4600],
      tariff: '2.0TD',
      productName: 'Tarifa',
    }),
    ...given,
  }
  return (await db.insertInto('invoice').values(row).returning('invoice_id').executeTakeFirstOrThrow()).invoice_id
}

/** An unpaid invoice that gathers others of a month, which are made with its id. */
export async function aMultipointInvoice(
  db: Database,
  { customerId, ...given }: { customerId: number } & Partial<Omit<Insertable<MultipointInvoice>, 'customer_id'>>,
): Promise<number> {
  const total = given.amount_total_cents ?? 9138
  const row = {
    customer_id: customerId,
    number: `FM${String(nextNumber()).padStart(6, '0')}`,
    issued_on: '2026-10-06',
    starts_on: '2026-09-01',
    ends_on: '2026-09-30',
    due_on: '2026-10-26',
    invoicing_address: 'Carrer Major, 1 - Vic',
    amount_total_cents: total,
    amount_pending_cents: total,
    paid_status: 'unpaid',
    ...given,
  }
  const made = await db
    .insertInto('multipoint_invoice')
    .values(row)
    .returning('multipoint_invoice_id')
    .executeTakeFirstOrThrow()
  return made.multipoint_invoice_id
}

import type { Insertable } from 'kysely'
import type { Database } from '#db/database.ts'
import type {
  Address,
  Attachment,
  BatteryLink,
  Contract,
  CurveDay,
  Customer,
  Invoice,
  MultipointInvoice,
  UserAccount,
} from '#db/tables.ts'
import { addCurveMonths } from '#domains/consumption/server/curve/curve-months.ts'
import { recordBankAccounts } from '#domains/contract-records/server/contract-store.ts'
import { storeSetting } from '#domains/retailer/server/live-settings.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { makeCups } from '#vocabulary/cups.ts'

let lastNumber = 0
const nextNumber = () => ++lastNumber

/** Turns an empty database into that of the demonstration: sets its marker, and payment by the sandbox. */
export async function markAsDemo(db: Database) {
  await db.insertInto('secret_key').values({ name: 'demo-password:anna', value: 'x' }).execute()
  await storeSetting(db, { path: 'payment.platforms', value: ['sandbox'], now: new Date() })
}

/** Inserts a contract holder. */
export async function insertCustomer(db: Database, overrides: Partial<Insertable<Customer>> = {}): Promise<number> {
  const number = nextNumber()
  const row = {
    name: `Holder ${number}`,
    tax_id: `TAX${number}`,
    is_company: false,
    fiscal_address: 'Carrer Major, 1 - Vic',
    ...overrides,
  }
  return (await db.insertInto('customer').values(row).returning('customer_id').executeTakeFirstOrThrow()).customer_id
}

/** Inserts a user who sees these contract holders; an operator gets every role. No password opens this account. */
export async function insertUser(
  db: Database,
  { customerIds = [], ...overrides }: Partial<Insertable<UserAccount>> & { customerIds?: number[] } = {},
): Promise<number> {
  const number = nextNumber()
  const row = {
    login: `user${number}`,
    email: `user${number}@example.test`,
    name: `User ${number}`,
    password_hash: 'none',
    operator_roles: overrides.role === 'operator' ? [...operatorRoles] : [],
    ...overrides,
  }
  const { user_id } = await db.insertInto('user_account').values(row).returning('user_id').executeTakeFirstOrThrow()
  for (const customer_id of customerIds) await db.insertInto('user_customer').values({ user_id, customer_id }).execute()
  return user_id
}

export type CreatedContract = {
  customerId: number
  contractId: number
  supplyPointId: number
  name: string
  cups: string
}

/** Inserts an address of a contract holder, or reuses the one with the same data. */
export async function insertAddress(
  db: Database,
  { customerId, ...overrides }: { customerId: number } & Partial<Omit<Insertable<Address>, 'customer_id'>>,
): Promise<number> {
  const row = { customer_id: customerId, name: 'Payer', full_address: 'Carrer Major, 1 - Vic', ...overrides }
  const { address_id } = await db
    .insertInto('address')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'fingerprint']).doUpdateSet({ name: row.name }))
    .returning('address_id')
    .executeTakeFirstOrThrow()
  return address_id
}

/** Inserts a contract with its own supply point, active by default. */
export async function insertContract(
  db: Database,
  { customerId, ...overrides }: { customerId: number } & Partial<Omit<Insertable<Contract>, 'customer_id'>>,
): Promise<CreatedContract> {
  const number = nextNumber()
  const energy = overrides.energy ?? 'electricity'
  const address = { street: `Carrer de Provença, ${number}`, city: 'Barcelona' }
  const cups = overrides.cups ?? makeCups('0031', String(number).padStart(12, '0'))
  const supplyPoint = await db
    .insertInto('supply_point')
    .values({ cups, energy, ...address, postcode: '08029', province_code: '08' })
    .returning('supply_point_id')
    .executeTakeFirstOrThrow()
  const row = {
    customer_id: customerId,
    name: String(number).padStart(7, '0'),
    state: 'activa',
    supply_point_id: supplyPoint.supply_point_id,
    cups,
    supply_street: address.street,
    supply_city: address.city,
    tariff: energy === 'gas' ? 'RL.1' : '2.0TD',
    product_id: await insertTestProduct(db, energy),
    power_watts: energy === 'gas' ? [] : [4600, 4600],
    payer_name: 'Payer',
    payer_tax_id: 'TAX',
    payer_address: 'Carrer Major, 1 - Vic',
    notification_address_id: await insertAddress(db, { customerId }),
    ...overrides,
    energy,
  }
  const made = await db.insertInto('contract').values(row).returning(['contract_id', 'name']).executeTakeFirstOrThrow()
  if (overrides.iban) await recordBankAccounts(db, [customerId])
  return { customerId, contractId: made.contract_id, supplyPointId: row.supply_point_id, name: made.name, cups }
}

async function insertTestProduct(db: Database, energy: string): Promise<number> {
  const name = `Product of ${energy}`
  const existing = await db.selectFrom('product').select('product_id').where('name', '=', name).executeTakeFirst()
  if (existing) return existing.product_id
  return (await db.insertInto('product').values({ name, energy }).returning('product_id').executeTakeFirstOrThrow())
    .product_id
}

/** Inserts days of curves, with the months that they need. */
export async function insertCurveDays(db: Database, rows: readonly (Insertable<CurveDay> & { day: string })[]) {
  await addCurveMonths(
    db,
    rows.map(({ day }) => day),
  )
  await db
    .insertInto('curve_day')
    .values([...rows])
    .execute()
}

/** Inserts a document of a contract; nothing is stored under its key unless given. */
export async function insertAttachment(
  db: Database,
  {
    contract,
    ...overrides
  }: { contract: CreatedContract } & Partial<Omit<Insertable<Attachment>, 'customer_id' | 'contract_id'>>,
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
    ...overrides,
  }
  return (await db.insertInto('attachment').values(row).returning('attachment_id').executeTakeFirstOrThrow())
    .attachment_id
}

/** Inserts a solar wallet with this balance, from before the ledger. */
export async function insertBattery(
  db: Database,
  { customerId, balance_cents = 2340, ...overrides }: { customerId: number; balance_cents?: number; name?: string },
): Promise<number> {
  const { battery_id } = await db
    .insertInto('battery')
    .values({ customer_id: customerId, name: `Wallet ${nextNumber()}`, ...overrides })
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

/** Inserts the share of a contract in a solar wallet, by default half of a new one. */
export async function insertBatteryLink(
  db: Database,
  {
    contract,
    balance_cents,
    ...overrides
  }: { contract: CreatedContract; balance_cents?: number } & Partial<
    Omit<Insertable<BatteryLink>, 'customer_id' | 'contract_id'>
  >,
): Promise<number> {
  const row = {
    customer_id: contract.customerId,
    battery_id: overrides.battery_id ?? (await insertBattery(db, { customerId: contract.customerId, balance_cents })),
    contract_id: contract.contractId,
    percentage: 50,
    starts_on: '2025-06-01',
    ...overrides,
  }
  return (await db.insertInto('battery_link').values(row).returning('battery_link_id').executeTakeFirstOrThrow())
    .battery_link_id
}

/** Inserts an unpaid invoice of a month, without lines. */
export async function insertInvoice(
  db: Database,
  {
    contract,
    ...overrides
  }: { contract: CreatedContract } & Partial<Omit<Insertable<Invoice>, 'customer_id' | 'contract_id'>>,
): Promise<number> {
  const total = overrides.amount_total_cents ?? 4569
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
    ...overrides,
  }
  return (await db.insertInto('invoice').values(row).returning('invoice_id').executeTakeFirstOrThrow()).invoice_id
}

/** Inserts an unpaid multipoint invoice of a month; its parts are inserted with its id. */
export async function insertMultipointInvoice(
  db: Database,
  { customerId, ...overrides }: { customerId: number } & Partial<Omit<Insertable<MultipointInvoice>, 'customer_id'>>,
): Promise<number> {
  const total = overrides.amount_total_cents ?? 9138
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
    ...overrides,
  }
  const made = await db
    .insertInto('multipoint_invoice')
    .values(row)
    .returning('multipoint_invoice_id')
    .executeTakeFirstOrThrow()
  return made.multipoint_invoice_id
}

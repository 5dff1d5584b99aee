import { readFile } from 'node:fs/promises'
import type { ControlledTransaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'
import { isPasswordOf } from '#domains/session/server/password/passwords.ts'
import { createKysely } from '#kit/server/database.ts'
import type { ContractsFileIn, SectionName } from './import/contracts-file.ts'
import type { ImportRefusal } from './import/report.ts'
import { importContracts } from './import-contracts.ts'

const documentation = new URL('../../../../docs/import-contracts.md', import.meta.url)
const documented = await documentedFile()

const nothing = { created: 0, updated: 0, unchanged: 0, refused: 0 }

let database: TestDatabase
let db: ControlledTransaction<DB>

beforeAll(async () => {
  database = await openTestDatabase()
})
// Emptying all tables takes longer than any of the imports.
beforeEach(async () => {
  db = await createKysely<DB>(database.pool).startTransaction().execute()
})
afterEach(() => db.rollback().execute())
afterAll(() => database.close())

test('imports the documented file unchanged, and its user can sign in', async () => {
  const { sections, refusals } = await importContracts(db, documented)
  expect(refusals).toEqual([])
  for (const counts of Object.values(sections)) expect(counts).toEqual({ ...nothing, created: 1 })

  const contract = await db
    .selectFrom('contract')
    .innerJoin('address', (join) =>
      join
        .onRef('address.customer_id', '=', 'contract.customer_id')
        .onRef('address.address_id', '=', 'contract.notification_address_id'),
    )
    .selectAll('contract')
    .select(['full_address', 'email'])
    .executeTakeFirstOrThrow()
  expect(contract).toMatchObject({
    name: '0100001',
    energy: 'electricity',
    cups: 'ES0031990000001001KK0F',
    supply_street: 'Carrer Nou, 8',
    power_watts: [4600, 4600],
    payer_name: 'Rosa Vidal Font',
    payer_tax_id: '99123456B',
    email: 'rosa@example.com',
    full_address: 'Carrer Nou, 8 - 08500 Vic',
    version: 1,
  })
  const user = await db.selectFrom('user_account').selectAll().executeTakeFirstOrThrow()
  expect(await isPasswordOf(user.password_hash, 'Una-clau-2026')).toBe(true)
  expect(user.must_change_password).toBe(true)
})

test('changes nothing on a second import', async () => {
  await importContracts(db, documented)
  const before = await everything()
  const { sections } = await importContracts(db, documented)
  for (const counts of Object.values(sections)) expect(counts).toEqual({ ...nothing, unchanged: 1 })
  expect(await everything()).toEqual(before)
})

describe('updates what differs in the file', () => {
  test.each<[section: SectionName, changes: object, reason: string]>([
    ['distributors', { breakdownPhone: '900000000' }, 'another number'],
    ['products', { commercialName: 'Tarifa Diàfana' }, 'another name'],
    ['products', { prices: [{ ...documented.products![0]!.prices![0]!, validFrom: '2026-07-01' }] }, 'one more price'],
    ['supplyPoints', { cadastralReference: '9872023VH5797S0001WX' }, 'something more'],
    ['contracts', { state: 'baixa', endsOn: '2026-10-31' }, 'it has ended'],
    ['contracts', { iban: undefined }, 'what is left out is emptied'],
    ['users', { locale: 'es' }, 'another language'],
  ])('in %s %j: %s', async (name, changes) => {
    await importContracts(db, documented)
    const { sections, refusals } = await importContracts(db, documentedWith(name, changes))
    expect(refusals).toEqual([])
    for (const [section, counts] of Object.entries(sections))
      expect([section, counts]).toEqual([section, { ...nothing, [section === name ? 'updated' : 'unchanged']: 1 }])
  })

  test('updates contracts without an address of their own when their holder’s address changes', async () => {
    await importContracts(db, documented)
    const { sections } = await importContracts(db, documentedWith('customers', { email: 'rosa.vidal@example.com' }))
    expect(sections.customers).toEqual({ ...nothing, updated: 1 })
    expect(sections.contracts).toEqual({ ...nothing, updated: 1 })
  })

  test('updates the contract of a supply point that moved', async () => {
    await importContracts(db, documented)
    await importContracts(db, { supplyPoints: [{ ...documented.supplyPoints![0]!, street: 'Carrer Nou, 10' }] })
    expect(await db.selectFrom('contract').select('supply_street').execute()).toEqual([
      { supply_street: 'Carrer Nou, 10' },
    ])
  })

  test('limits a user to the holders of the last file, and keeps the password', async () => {
    await importContracts(db, documented)
    const other = { taxId: '99100001Q', name: 'Pau Riu', fiscalAddress: 'Carrer Nou, 9 - 08500 Vic' }
    const user = { ...documented.users![0]!, customers: [other.taxId], password: 'Una-altra-2026' }
    const { sections } = await importContracts(db, { customers: [other], users: [user] })
    expect(sections.users).toEqual({ ...nothing, updated: 1 })
    const seen = await db
      .selectFrom('user_customer')
      .innerJoin('customer', 'customer.customer_id', 'user_customer.customer_id')
      .select('name')
      .execute()
    expect(seen).toEqual([{ name: 'Pau Riu' }])
    const { password_hash } = await db.selectFrom('user_account').select('password_hash').executeTakeFirstOrThrow()
    expect(await isPasswordOf(password_hash, 'Una-clau-2026')).toBe(true)
  })
})

describe('refuses and reports invalid entries, and imports the rest', () => {
  const gasPoint = { ...documented.supplyPoints![0]!, cups: 'ES0217990000001001ER', energy: 'gas' }
  const rows: [path: string, reason: string, file: Record<string, unknown[]>][] = [
    ['distributors[0].code', 'is not a code of four digits', { distributors: [{ code: '31', name: 'X' }] }],
    [
      'products[1].energy',
      'is not one of electricity, gas',
      { products: [documented.products![0]!, { energy: 'heat', name: 'X' }] },
    ],
    [
      'products[0].prices[0].energyEurPerKwh',
      'has 1 prices; 2.0TD has 3',
      {
        products: [
          changed('products', { prices: [{ ...documented.products![0]!.prices![0]!, energyEurPerKwh: ['0.1'] }] }),
        ],
      },
    ],
    [
      'customers[0].taxId',
      'is not a tax id: its shape or its control is wrong',
      { customers: [changed('customers', { taxId: '99123456A' })] },
    ],
    ['customers[0].name', 'is missing', { customers: [changed('customers', { name: undefined })] }],
    ['customers[0]', 'has no member colour', { customers: [changed('customers', { colour: 'green' })] }],
    [
      'customers[1]',
      'is the same one as customers[0]',
      { customers: [documented.customers![0]!, documented.customers![0]!] },
    ],
    [
      'supplyPoints[0].cups',
      'is not a CUPS: its shape or its check letters are wrong',
      { supplyPoints: [changed('supplyPoints', { cups: 'ES0031990000001001KX0F' })] },
    ],
    [
      'supplyPoints[0].distributor',
      'there is no distributor 0999',
      { supplyPoints: [changed('supplyPoints', { distributor: '0999' })] },
    ],
    [
      'supplyPoints[0].energy',
      'has been electricity so far and cannot change',
      { supplyPoints: [changed('supplyPoints', { energy: 'gas' })] },
    ],
    [
      'contracts[0].customer',
      'there is no customer 99100001Q',
      { contracts: [changed('contracts', { name: 'new', customer: '99100001Q' })] },
    ],
    [
      'contracts[0].customer',
      "contract 0100001 is another customer's",
      {
        customers: [{ taxId: '99100001Q', name: 'Pau Riu', fiscalAddress: 'Carrer Nou, 9' }],
        contracts: [changed('contracts', { customer: '99100001Q' })],
      },
    ],
    [
      'contracts[0].supplyPoint',
      'there is no supply point ES0031990000001002KE0F',
      { contracts: [changed('contracts', { supplyPoint: 'ES0031990000001002KE0F' })] },
    ],
    [
      'contracts[0].supplyPoint',
      'has an active contract already: 0100001',
      { contracts: [changed('contracts', { name: '0100002' })] },
    ],
    [
      'contracts[0].product',
      'there is no product FOSCA for electricity',
      { contracts: [changed('contracts', { product: 'FOSCA' })] },
    ],
    [
      'contracts[0].tariff',
      '2.0TD is for electricity, the supply point is for gas',
      { supplyPoints: [gasPoint], contracts: [changed('contracts', { name: 'gas', supplyPoint: gasPoint.cups })] },
    ],
    [
      'contracts[0].tariff',
      'is not an access tariff such as "2.0TD"',
      { contracts: [changed('contracts', { tariff: '2.0A', powerWatts: [] })] },
    ],
    [
      'contracts[0].powerWatts',
      'has 2 powers; 3.0TD has 6',
      { contracts: [changed('contracts', { tariff: '3.0TD' })] },
    ],
    [
      'contracts[0].powerWatts',
      'is more than 15000 W, which 2.0TD does not allow',
      { contracts: [changed('contracts', { powerWatts: [15_001, 4_600] })] },
    ],
    [
      'contracts[0].powerWatts',
      'falls from one period to the next',
      {
        contracts: [
          changed('contracts', { tariff: '3.0TD', powerWatts: [20_000, 20_000, 19_000, 20_000, 20_000, 20_000] }),
        ],
      },
    ],
    [
      'contracts[0].iban',
      'is not an IBAN: its shape or its check digits are wrong',
      { contracts: [changed('contracts', { iban: 'ES8199990001450000000001' })] },
    ],
    [
      'contracts[0].startsOn',
      'is missing: the contract is active',
      { contracts: [changed('contracts', { startsOn: null })] },
    ],
    [
      'contracts[0].endsOn',
      'is given, but the contract is active',
      { contracts: [changed('contracts', { endsOn: '2026-10-31' })] },
    ],
    [
      'contracts[0].endsOn',
      'is missing: the contract has ended',
      { contracts: [changed('contracts', { state: 'baixa' })] },
    ],
    [
      'contracts[0].endsOn',
      'is before startsOn',
      { contracts: [changed('contracts', { state: 'baixa', endsOn: '2026-01-31' })] },
    ],
    [
      'contracts[0].penalty',
      'is more than 5 %, the most that a person with 2.0TD can pay for leaving (RD 88/2026, article 28.3)',
      { contracts: [changed('contracts', { penalty: { percent: '5.01', endsOn: '2026-12-31' } })] },
    ],
    [
      'contracts[0].penalty',
      'ends after the renewal, from which on a person with 2.0TD leaves free of charge (RD 88/2026, article 28.3)',
      {
        contracts: [changed('contracts', { renewsOn: '2027-01-01', penalty: { percent: '5', endsOn: '2027-01-01' } })],
      },
    ],
    [
      'contracts[0].startsOn',
      'is not a date such as 2026-12-31',
      { contracts: [changed('contracts', { startsOn: '2026-02-30' })] },
    ],
    [
      'users[0].customers[0]',
      'there is no customer 99100001Q',
      { users: [changed('users', { customers: ['99100001Q'] })] },
    ],
    ['users[0].password', 'has fewer characters than 8', { users: [changed('users', { password: 'short' })] }],
  ]
  test.each(rows)('%s %s', async (path, reason, file) => {
    await importContracts(db, documented)
    const newcomer = { code: '0999', name: 'Xarxa nova' }
    const { sections, refusals } = await importContracts(db, {
      ...file,
      distributors: [...(file.distributors ?? []), ...(path.includes('distributor') ? [] : [newcomer])],
    })
    expect(describeRefusals(refusals)).toEqual([{ path, reason }])
    const section = path.split('[')[0] as SectionName
    expect(sections[section].refused).toBe(1)
    if (section !== 'distributors' && !path.includes('distributor')) expect(sections.distributors.created).toBe(1)
  })

  test.each([
    ['', 'is not an object', []],
    ['', 'has no member invoices', { invoices: [] }],
    ['contracts', 'is not a list', { contracts: {} }],
  ])('as a whole: %j %s', async (path, reason, file) => {
    expect(describeRefusals((await importContracts(db, file)).refusals)).toEqual([{ path, reason }])
  })
})

test('moves a supply point from one contract to the next in one file', async () => {
  await importContracts(db, documented)
  const [contract] = documented.contracts!
  const file = {
    contracts: [
      { ...contract, name: '0100002', startsOn: '2026-11-01' },
      { ...contract, state: 'baixa', endsOn: '2026-10-31' },
    ],
  }
  const { sections, refusals } = await importContracts(db, file)
  expect(refusals).toEqual([])
  expect(sections.contracts).toEqual({ ...nothing, created: 1, updated: 1 })
})

test('documents every member of every section', async () => {
  const page = await readFile(documentation, 'utf8')
  const { ContractItem, CustomerItem, DistributorItem, SupplyPointItem, UserItem } = await import(
    './import/contracts-file.ts'
  )
  const members = [ContractItem, CustomerItem, DistributorItem, SupplyPointItem, UserItem].flatMap((item) =>
    Object.keys(item.shape),
  )
  expect(members.filter((member) => !page.includes(`\`${member}\``))).toEqual([])
})

async function documentedFile(): Promise<ContractsFileIn> {
  const page = await readFile(documentation, 'utf8')
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!)
}

/** Returns the section's only object in the documented file, with changes. */
function changed(name: SectionName, changes: object): object {
  return { ...documented[name]![0]!, ...changes }
}

function documentedWith(name: SectionName, changes: object): object {
  return { ...documented, [name]: [changed(name, changes)] }
}

const tables = [
  'distributor',
  'product',
  'product_price',
  'customer',
  'supply_point',
  'address',
  'contract',
  'user_account',
  'user_customer',
] as const

async function everything() {
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
}

/** Formats the refusals as the command prints them. */
function describeRefusals(refusals: readonly ImportRefusal[]) {
  return refusals.map(({ path, reason }) => ({ path, reason: reasonMessageInEnglish(reason) }))
}

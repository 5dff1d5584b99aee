import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { removeStoredFile } from '#domains/retention/server/stored-file-removal.ts'
import { readBlockedData, releaseBlockedData } from './blocked-data.ts'
import { carryOutErasure } from './carry-out-erasure.ts'
import { insertPersonInEveryTable } from './erase-testing/insert-person.ts'
import type { TestIdentity } from './erase-testing/person-inserter.ts'
import { findErasedOwner, planErasure } from './erasure-plan.ts'
import { createErasureRequest } from './erasure-requests.ts'
import { erasedTables } from './personal-data-rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const aurelia: TestIdentity = {
  ...{ name: 'Aurelia Quintanar', taxId: '99100733N', email: 'aurelia@quintanar.test', phone: '+34600111222' },
  ...{ address: 'Calle de la Fuente Oculta 7', iban: 'ES9121000418450200051332', ip: '203.0.113.77' },
  word: 'zarzamora',
}
const bruno: TestIdentity = {
  ...{ name: 'Bruno Valcárcel', taxId: '12345678Z', email: 'bruno@valcarcel.test', phone: '+34600333444' },
  ...{ address: 'Camino del Molino Viejo 3', iban: 'ES7921000813610123456789', ip: '203.0.113.88' },
  word: 'madreselva',
}

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())

const db = () => portal.context.db
async function ask(userId: number) {
  const erasureRequest = await createErasureRequest(db(), {
    userId,
    comment: 'zarzamora',
    locale: 'es',
    requestId: 'r',
    now,
  })
  return erasureRequest!.erasure_request_id
}
const carryOut = (erasureId: number) =>
  carryOutErasure(db(), { erasureId, encryptionKeys: portal.context.encryptionKeys, now: portal.context.clock() })

/** Returns every table and column of the database that contains one of the person's values. */
async function leaksOf(who: TestIdentity): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db())
  const values = Object.values(who)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ column: string }>`
      select distinct each.key as column from ${sql.table(name)} as owned, jsonb_each_text(to_jsonb(owned)) as each
      where exists (select from unnest(${values}::text[]) as value where strpos(lower(each.value), lower(value)) > 0)`.execute(
      db(),
    )
    found.push(...rows.map(({ column }) => `${name}.${column}`))
  }
  return found.sort()
}

async function rowsOf(userId: number) {
  const owner = await findErasedOwner(db(), userId)
  const all: Record<string, string[]> = {}
  for (const { name, rows: isOwn } of erasedTables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(owned)::text as row from ${sql.table(name)} as owned where ${isOwn(owner)} order by 1`.execute(
      db(),
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

describe('erasing a person with rows in every table', () => {
  let erasureId: number
  let userId: number
  let brunoId: number
  let before: Record<string, string[]>

  test('begins with a plan that counts something in each', async () => {
    userId = (await insertPersonInEveryTable(portal, { ...aurelia, now })).userId
    brunoId = (await insertPersonInEveryTable(portal, { ...bruno, now })).userId
    erasureId = await ask(userId)
    const plan = await planErasure(db(), userId)
    expect(plan.obstacles).toEqual([])
    expect(
      erasedTables.map(({ name }) => name).filter((name) => !plan.tables.some(({ table }) => table === name)),
    ).toEqual([])
    expect(plan.until).toEqual({ books: '2032-12-31', claims: '2031-11-22' })
    expect(plan.tables.find(({ table }) => table === 'invoice')).toEqual({
      ...{ table: 'invoice', does: 'strip', count: 1, ground: 'books', until: '2032-12-31' },
    })
    before = await rowsOf(brunoId)
  })

  test('leaves no identifying value, except in the mail that notifies them', async () => {
    expect(await leaksOf(aurelia)).not.toEqual([])
    expect((await carryOut(erasureId)).outcome).toBe('erased')
    // The address of a supply point stays, whoever lives there.
    expect(await leaksOf(aurelia)).toEqual(['outbox_message.to_address'])
  })

  test('leaves the data of another person unchanged', async () => {
    expect(await rowsOf(brunoId)).toEqual(before)
  })

  test('retains what the law requires, encrypted, for those entitled to it', async () => {
    const { encryptionKeys } = portal.context
    const blocked = await readBlockedData(db(), { erasureId, reason: 'Juzgado 3 de Vic', encryptionKeys })
    const rowsIn = (name: string) => blocked.filter(({ table }) => table === name).flatMap(({ rows }) => rows)
    expect(rowsIn('customer')).toMatchObject([{ name: aurelia.name, tax_id: aurelia.taxId }])
    expect(rowsIn('contract')).toMatchObject([{ iban: aurelia.iban }])
    expect(rowsIn('invoice')).toMatchObject([{ content: { nif: aurelia.taxId } }])
    expect(rowsIn('support_message')).toHaveLength(1)
    const days = new Set(blocked.map(({ until }) => until))
    expect(days).toEqual(new Set(['2032-12-31', '2031-11-22']))
    const audit = db().selectFrom('audit_entry').where('action', '=', 'blocked_data_read')
    expect(await audit.select(['subject', 'after']).execute()).toEqual([
      { subject: `erasure_request:${erasureId}`, after: { reason: 'Juzgado 3 de Vic' } },
    ])
  })

  test('is notified once, and not carried out twice', async () => {
    const mails = () => db().selectFrom('outbox_message').where('kind', '=', 'profile.erased').selectAll().execute()
    expect(await mails()).toMatchObject([{ to_address: aurelia.email, user_id: null, values: { number: erasureId } }])
    expect((await carryOut(erasureId)).outcome).toBe('closed')
    expect(await mails()).toHaveLength(1)
    const audit = db().selectFrom('audit_entry').where('action', '=', 'erasure_carried_out').select('after')
    const [entry] = await audit.execute()
    expect(entry?.after).toMatchObject({ state: 'partly_done' })
  })

  test('removes the files that nothing retains, and leaves those that the law requires until their day', async () => {
    const { files } = portal.context
    const blocked = await db().selectFrom('blocked_data').selectAll().execute()
    const keys = blocked.flatMap(({ file_keys }) => file_keys)
    expect(keys).toHaveLength(10)
    while (await removeStoredFile(portal.context));
    for (const key of keys) expect(await files.get(key)).toBeDefined()
  })

  test('removes the retained data when its day is over, not before', async () => {
    const at = (day: string) => ({ db: db(), clock: () => new Date(`${day}T10:00:00Z`) })
    const left = async () =>
      (await db().selectFrom('blocked_data').select('ground').distinct().orderBy('ground').execute()).map(
        ({ ground }) => ground,
      )
    const curves = async () => (await db().selectFrom('curve_day').select('day').execute()).length
    while (await releaseBlockedData(at('2031-11-22')));
    expect([await left(), await curves()]).toEqual([['books', 'claims'], 2])
    while (await releaseBlockedData(at('2031-11-23')));
    expect([await left(), await curves()]).toEqual([['books'], 1])
    while (await releaseBlockedData(at('2032-12-31')));
    expect(await left()).toEqual(['books'])
    while (await releaseBlockedData(at('2033-01-01')));
    expect(await left()).toEqual([])
    const keys = (await db().selectFrom('stored_file_removal').select('file_key').execute()).map(
      ({ file_key }) => file_key,
    )
    expect(keys.length).toBeGreaterThan(0)
    portal.setClock(new Date('2033-01-01T10:00:00Z'))
    while (await removeStoredFile(portal.context));
    portal.setClock(now)
    for (const key of keys) expect(await portal.context.files.get(key)).toBeUndefined()
    expect(await rowsOf(brunoId)).toEqual(before)
  })
})

test.each<[string, (customerId: number) => Promise<unknown>, string]>([
  ['a contract is in force', (customerId) => insertContract(db(), { customerId }), 'open_contracts'],
  [
    'an invoice is owed',
    async (customerId) => {
      const contract = await insertContract(db(), { customerId, state: 'baixa', ends_on: '2024-01-01' })
      return insertInvoice(db(), { contract, amount_pending_cents: 5 })
    },
    'unpaid_invoices',
  ],
])('erases nothing while %s', async (_, make, obstacle) => {
  const customerId = await insertCustomer(db())
  const userId = await insertUser(db(), { customerIds: [customerId] })
  await make(customerId)
  const erasureId = await ask(userId)
  expect(await carryOut(erasureId)).toEqual({ outcome: 'obstacles', obstacles: [obstacle] })
  const account = db().selectFrom('user_account').where('user_id', '=', userId).select('erased_at')
  expect(await account.executeTakeFirst()).toEqual({ erased_at: null })
})

test('leaves a holder whom another user also sees to that user, even with a contract in force', async () => {
  const customerId = await insertCustomer(db(), { name: 'Comunidad de vecinos' })
  const [leaving, staying] = [
    await insertUser(db(), { customerIds: [customerId] }),
    await insertUser(db(), { customerIds: [customerId] }),
  ]
  await insertContract(db(), { customerId })
  expect((await carryOut(await ask(leaving))).outcome).toBe('erased')
  const customer = db().selectFrom('customer').where('customer_id', '=', customerId).select(['name', 'erased_at'])
  expect(await customer.executeTakeFirst()).toEqual({ name: 'Comunidad de vecinos', erased_at: null })
  const ties = db().selectFrom('user_customer').where('customer_id', '=', customerId).select('user_id')
  expect(await ties.execute()).toEqual([{ user_id: staying }])
})

test('deletes an account without data and retains nothing; an unknown request is missing', async () => {
  const userId = await insertUser(db(), { email: 'nobody@example.test' })
  const erasureId = await ask(userId)
  await carryOut(erasureId)
  const request = db().selectFrom('erasure_request').where('erasure_request_id', '=', erasureId).select('state')
  expect(await request.executeTakeFirst()).toEqual({ state: 'done' })
  const blocked = db().selectFrom('blocked_data').where('erasure_request_id', '=', erasureId).select('ground')
  expect(await blocked.execute()).toEqual([])
  expect((await carryOut(999_999)).outcome).toBe('missing')
})

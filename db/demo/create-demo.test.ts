import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findStatistics } from '#backoffice/statistics/server/statistics-store.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { isPasswordOf } from '#domains/session/server/password/passwords.ts'
import { rejectionReasonNames } from '#vocabulary/rejection-reasons.ts'
import { createDemo, resetDemo } from './create-demo.ts'
import { readDemoAccess } from './demo-logins.ts'
import { type DemoEnvironment, openDemoEnvironment, smallDemo } from './demo-testing.ts'

const { now } = smallDemo
const tinyDemo = { now, cooperativaPoints: 1, months: 1 }

let ground: DemoEnvironment
const progress: [string, number][] = []

beforeAll(async () => {
  ground = await openDemoEnvironment()
  const onProgress = (step: string, done: number) => progress.push([step, done])
  expect(await createDemo({ ...ground, ...smallDemo, onProgress })).toBe('created')
})
afterAll(() => ground.close())

test('creates the same demo twice on one day, except for passwords and values encrypted with a new key', async () => {
  const other = await openDemoEnvironment()
  await createDemo({ ...other, ...smallDemo })
  expect(await everything(other)).toEqual(await everything(ground))
  await other.close()
})

test('creates nothing on a second start', async () => {
  const before = await everything(ground)
  expect(await createDemo({ ...ground, ...smallDemo, now: new Date('2026-12-24T12:00:00Z') })).toBe('exists')
  expect(await everything(ground)).toEqual(before)
})

test('fills the register with a few hundred third-party supply points and a year of consumption each', async () => {
  const points = await ground.db
    .selectFrom('register_point')
    .innerJoin('register_month', 'register_month.cups20', 'register_point.cups20')
    .groupBy('energy')
    .orderBy('energy')
    .select(['energy', sql<number>`count(distinct register_point.cups20)::integer`.as('supplies')])
    .select(sql<number>`count(*)::integer`.as('months'))
    .execute()
  expect(points).toEqual([
    { energy: 'electricity', supplies: 154, months: 154 * 12 },
    { energy: 'gas', supplies: 151, months: 151 * 12 },
  ])
})

test('leaves a change request and a new contract awaiting signature, with their documents and marked on their contracts', async () => {
  const { db, files } = ground
  const waiting = await db
    .selectFrom('signature')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'signature.customer_id')
        .onRef('contract.contract_id', '=', 'signature.contract_id'),
    )
    .orderBy('subject_kind')
    .select(['signature.state', 'locale', 'subject_kind', 'document_key', 'name', 'waiting_for_signature'])
    .execute()
  const both = { state: 'waiting', locale: 'ca' }
  expect(waiting).toMatchObject([
    { ...both, subject_kind: 'change_request', name: '0049078', waiting_for_signature: ['sips'] },
    { ...both, subject_kind: 'contract', name: '0053120', waiting_for_signature: ['contract'] },
  ])
  for (const { document_key } of waiting) expect(await text((await files.get(document_key))!)).toMatch(/^%PDF-/)
  const leads = db.selectFrom('lead').where('contract_id', 'is not', null)
  expect(await leads.select(['name', 'state', 'kind']).execute()).toEqual([
    { name: 'Biel Sureda Pagès', state: 'sent', kind: 'electricity' },
  ])
})

test('has leads of every kind, handling status and check result, none of them expired', async () => {
  const leads = await ground.db.selectFrom('lead').selectAll().execute()
  const stepName = (of: (lead: (typeof leads)[number]) => unknown) => [...new Set(leads.map(of))].sort()
  expect(stepName(({ kind }) => kind)).toEqual([
    'electricity',
    'electricity_comparison',
    'gas',
    'gas_comparison',
    'power',
  ])
  expect(stepName(({ handling }) => handling)).toEqual(['contacted', 'lost', 'new', 'won'])
  expect(stepName(({ findings }) => JSON.stringify(findings))).toEqual([
    '{"isSolvent":false}',
    '{"isSolvent":true,"isSamePerson":false}',
    '{"isSolvent":true,"isSamePerson":true}',
    '{"isSolvent":true}',
    '{}',
  ])
  expect(leads.filter(({ electricity_lead_id: half }) => half !== null)).toHaveLength(1)
  expect(leads.filter(({ expires_at }) => expires_at <= smallDemo.now)).toEqual([])
  for (const { cups20, contract_id } of leads.filter(({ contract_id }) => contract_id === null))
    expect([contract_id, await isInRegister(cups20!)]).toEqual([null, true])
})

test('has past imports with reports of the rejected lines', async () => {
  const { db, files } = ground
  const runs = await db.selectFrom('import_run').selectAll().orderBy('created_at').execute()
  expect(runs.map(({ source }) => source)).toEqual(['command', 'folder', 'folder', 'desk', 'api'])
  for (const { refused, report_key: key } of runs) {
    const report = key === null ? '' : await text((await files.get(key))!)
    const lines = report.split('\n').filter(Boolean)
    expect(lines).toHaveLength(refused)
    for (const line of lines) expect(rejectionReasonNames).toContain(JSON.parse(line).reason)
  }
})

test('has activity statistics that peak on the day of the bills', async () => {
  const { bars, sign_ins, answers } = await findStatistics(ground.db, { period: '30d', now })
  const [today, busiest] = [bars.at(-1), Math.max(...sign_ins)]
  expect(bars.filter((day, index) => day !== today && sign_ins[index] === 0)).toEqual([])
  expect(bars[sign_ins.indexOf(busiest)]).toBe('2026-11-06')
  expect(Math.max(...answers.within_ms.map((within) => within ?? 0))).toBeLessThanOrEqual(100)
})

async function isInRegister(cups20: string) {
  const point = ground.db.selectFrom('register_point').where('cups20', '=', cups20).select('cups20')
  return (await point.executeTakeFirst()) !== undefined
}

test('has a power change at the distributor and a supply point with a previous higher power', async () => {
  const { db } = ground
  const changes = await db.selectFrom('change_request').select(['kind', 'state']).orderBy('kind').execute()
  expect(changes).toEqual([
    { kind: 'iban', state: 'done' },
    { kind: 'no_cession_sips', state: 'waiting_for_signature' },
    { kind: 'power', state: 'sent' },
  ])
  expect(await db.selectFrom('held_power').select('power_watts').execute()).toEqual([{ power_watts: 6_900 }])
})

test('reports the progress of each step up to its completion', () => {
  const steps = [...new Set(progress.map(([step]) => step))]
  expect(steps).toEqual(['customers', 'curves', 'invoices', 'documents'])
  for (const step of steps) {
    const shares = progress.filter(([stepName]) => stepName === step).map(([, done]) => done)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  }
})

describe('accounts', () => {
  test('each have a password of their own that opens the account', async () => {
    const access = await readDemoAccess(ground.db, undefined)
    expect(access.map(({ login }) => login)).toEqual([
      ...['anna', 'biel', 'taller', 'cooperativa'],
      ...['operator', 'nuria', 'pau', 'marc', 'laia'],
    ])
    expect(new Set(access.map(({ password }) => password)).size).toBe(9)
    for (const { login, password } of access) expect(await opens(login, password!)).toBe(true)
  })

  test('take over a password given later, and a password changed by its user is not shown', async () => {
    const other = await openDemoEnvironment()
    await createDemo({ ...other, ...tinyDemo })
    const given = await readDemoAccess(other.db, 'Sol-2026-sol')
    expect(given.map(({ password }) => password)).toEqual(new Array(9).fill('Sol-2026-sol'))
    await other.db.updateTable('user_account').set({ password_hash: 'none' }).where('login', '=', 'anna').execute()
    expect((await readDemoAccess(other.db, undefined)).map(({ password }) => password)).toEqual([
      null,
      ...new Array(8).fill('Sol-2026-sol'),
    ])
    expect(given.map(({ appSecret }) => appSecret)).toEqual([
      ...new Array(4),
      ...new Array(5).fill(expect.stringMatching(/^[A-Z2-7]{32}$/)),
    ])
    expect(given.filter(({ roles }) => roles?.includes('money')).map(({ login }) => login)).toEqual([
      ...['operator', 'marc', 'laia'],
    ])
    await other.close()
  })

  test('get the same one-time code secrets in another demo with the same password', async () => {
    const secretsOf = async ({ db }: Pick<DemoEnvironment, 'db'>) =>
      (await readDemoAccess(db, undefined)).flatMap(({ appSecret }) => appSecret ?? [])
    const made = async () => {
      const other = await openDemoEnvironment()
      await createDemo({ ...other, ...tinyDemo, password: 'Sol-2026-sol' })
      const secrets = await secretsOf(other)
      await other.close()
      return secrets
    }
    const first = await made()
    expect(new Set(first).size, 'one for each operator').toBe(5)
    expect(await made()).toEqual(first)
    expect(await secretsOf(ground), 'differs for another password').not.toEqual(first)
  })

  async function opens(login: string, password: string) {
    const account = await ground.db
      .selectFrom('user_account')
      .selectAll()
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    return !account.must_change_password && (await isPasswordOf(account.password_hash, password))
  }
})

describe('resetting the demo', () => {
  test('discards all changes and keeps the passwords', async () => {
    const other = await openDemoEnvironment()
    const small = { ...other, now, cooperativaPoints: 2, months: 2 }
    await createDemo(small)
    const made = await everything(other)
    const access = await readDemoAccess(other.db, undefined)
    await other.db.updateTable('invoice').set({ paid_status: 'paid', amount_pending_cents: 0 }).execute()
    await other.db.insertInto('setting').values({ path: 'homepage', value: '"home"' }).execute()

    expect(await resetDemo(small)).toBe('created')
    expect(await everything(other)).toEqual(made)
    expect(await readDemoAccess(other.db, undefined)).toEqual(access)
    await other.close()
  })

  test('raises the versions of the lists that servers cache', async () => {
    const other = await openDemoEnvironment()
    const small = { ...other, ...tinyDemo }
    await createDemo(small)
    const before = await versions(other)
    await resetDemo(small)
    for (const [customer, version] of await versions(other)) expect(version).toBeGreaterThan(before.get(customer)!)
    await other.close()
  })

  test('leaves a database with real customers untouched', async () => {
    const other = await openDemoEnvironment()
    await importContracts(other.db, {
      customers: [{ taxId: '99123456B', name: 'Rosa Vidal', fiscalAddress: 'Carrer Nou, 8 - 08500 Vic' }],
    })
    const before = await everything(other)
    expect(await createDemo({ ...other, ...smallDemo })).toBe('not_empty')
    expect(await resetDemo({ ...other, ...smallDemo })).toBe('not_empty')
    expect(await everything(other)).toEqual(before)
    await other.close()
  })

  test('leaves nothing behind when creation is interrupted', async () => {
    const other = await openDemoEnvironment()
    const before = await everything(other)
    const stop = () => {
      throw new Error('pulled out')
    }
    const onProgress = (step: string) => step === 'invoices' && stop()
    await expect(createDemo({ ...other, ...tinyDemo, onProgress })).rejects.toThrow('pulled out')
    expect(await everything(other)).toEqual(before)
    await other.close()
  })

  async function versions({ db }: DemoEnvironment) {
    const rows = await db.selectFrom('invoice_list_version').selectAll().execute()
    return new Map(rows.map(({ customer_id, version }) => [customer_id, Number(version)]))
  }
})

test('creates it once when two servers start at the same time', async () => {
  const other = await openDemoEnvironment()
  const small = { ...other, ...tinyDemo }
  expect((await Promise.all([createDemo(small), createDemo(small)])).sort()).toEqual(['created', 'exists'])
  expect(await other.db.selectFrom('user_account').select('login').execute()).toHaveLength(9)
  await other.close()
})

/** Returns all rows of the demo without the random values. */
async function everything({ db }: DemoEnvironment) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
      and tablename not like 'kysely%' and tablename not in ('secret_key', 'invoice_list_version', 'curve_version')
    order by 1`.execute(db)
  const tables = []
  for (const { name } of rows) {
    const { rows: all } = await sql<{ row: object }>`
      select to_jsonb(stored) - 'password_hash' - 'sealed_secret' - ${name === 'invoice_document' ? 'file_key' : 'updated_at'} as row
      from ${sql.table(name)} as stored order by 1`.execute(db)
    tables.push([name, all.map(({ row }) => row)])
  }
  return Object.fromEntries(tables)
}

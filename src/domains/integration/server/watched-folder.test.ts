import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { createF1 } from './f1/f1-testing.ts'
import { leaseFile } from './watched-file-store.ts'
import { createFolderScan } from './watched-folder.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const holder = { taxId: '99123456B', name: 'Rosa Vidal', fiscalAddress: 'Carrer Nou, 8 - Vic' }

let portal: TestPortal
let folder: string
let now: Date
/** Two servers watch the same folder. */
let look: () => Promise<boolean>
let lookElsewhere: () => Promise<boolean>
let isEnding: boolean

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
afterAll(() => portal.close())
beforeEach(async () => {
  now = noon
  folder = await mkdtemp(join(tmpdir(), 'llum-watched-'))
  const { db, files } = portal.context
  const deps = { db, files, folder, clock: () => now, log: { error() {}, warn() {} } }
  isEnding = false
  look = createFolderScan({ ...deps, isEnding: () => isEnding })
  lookElsewhere = createFolderScan(deps)
})
afterEach(() => rm(folder, { recursive: true }))

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const drop = (name: string, content: string | Buffer) => writeFile(join(folder, name), content)
const inFolder = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /(^|\/)\w[^/]*\.\w/.test(name)).sort()
const reportOf = async (path: string) =>
  (await readFile(join(folder, `${path}.report.ndjson`), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

async function takenIn(name: string, content: string | Buffer): Promise<boolean> {
  await drop(name, content)
  await look()
  later(11)
  return look()
}

describe('a dropped file', () => {
  test('is imported once unchanged for a while, and moved with its report', async () => {
    await drop('customers-1.ndjson', `${JSON.stringify(holder)}\n{"taxId":"1"}\n`)
    expect(await look()).toBe(false)
    later(9)
    expect(await look()).toBe(false)
    later(2)
    expect(await look()).toBe(true)
    expect(await inFolder()).toEqual(['processed/customers-1.ndjson', 'processed/customers-1.ndjson.report.ndjson'])
    expect(await reportOf('processed/customers-1.ndjson')).toEqual([
      expect.objectContaining({ line: 2, key: '1', status: 'refused', code: 'invalid' }),
      { end: true, lines: 2, accepted: 1, changed: 1, refused: 1 },
    ])
  })

  test('that is still being copied is skipped, by its changes or its name', async () => {
    await drop('customers-2.ndjson', JSON.stringify(holder))
    await drop('customers-2b.ndjson.part', JSON.stringify(holder))
    for (let piece = 1; piece <= 3; piece++) {
      await look()
      later(11)
      await drop('customers-2.ndjson', `${JSON.stringify(holder)}${' '.repeat(piece)}`)
      expect(await look()).toBe(false)
    }
    later(11)
    expect(await look()).toBe(true)
    expect(await inFolder()).toContain('customers-2b.ndjson.part')
    await rename(join(folder, 'customers-2b.ndjson.part'), join(folder, 'customers-2b.ndjson'))
    await look()
    later(11)
    expect(await look()).toBe(true)
    expect(await inFolder()).toContain('processed/customers-2b.ndjson')
  })

  test('is imported by one of two servers', async () => {
    await drop('customers-3.ndjson', JSON.stringify({ ...holder, name: 'Once' }))
    await Promise.all([look(), lookElsewhere()])
    later(11)
    const taken = await Promise.all([look(), lookElsewhere()])
    expect(taken.filter(Boolean).length).toBeGreaterThanOrEqual(1)
    const audit = await portal.context.db.selectFrom('audit_entry').select('subject').execute()
    expect(audit.filter(({ subject }) => subject === 'customers-3.ndjson')).toHaveLength(1)
    expect(await inFolder()).toEqual(['processed/customers-3.ndjson', 'processed/customers-3.ndjson.report.ndjson'])
  })

  test('is taken over when the lease of a dead server expires', async () => {
    const modifiedAt = new Date('2026-11-20T10:00:00Z')
    const content = JSON.stringify(holder)
    await drop('customers-4.ndjson', content)
    await utimes(join(folder, 'customers-4.ndjson'), modifiedAt, modifiedAt)
    const file = { name: 'customers-4.ndjson', sizeBytes: content.length, modifiedAt }
    expect(await leaseFile(portal.context.db, file, now)).toBe('leased')
    await look()
    later(11)
    expect(await look()).toBe(false)
    later(600)
    expect(await look()).toBe(true)
  })

  test('is started over by another server after a shutdown', async () => {
    const lines = Array.from({ length: 900 }, () => JSON.stringify(holder)).join('\n')
    await drop('customers-9.ndjson', lines)
    await Promise.all([look(), lookElsewhere()])
    later(11)
    isEnding = true
    expect(await look()).toBe(false)
    expect(await inFolder()).toEqual(['customers-9.ndjson'])
    expect(await lookElsewhere()).toBe(true)
    expect((await reportOf('processed/customers-9.ndjson')).at(-1)).toMatchObject({ lines: 900, refused: 0 })
  })

  test('that was imported but not moved is only moved', async () => {
    expect(await takenIn('customers-5.ndjson', JSON.stringify(holder))).toBe(true)
    await rename(join(folder, 'processed/customers-5.ndjson'), join(folder, 'customers-5.ndjson'))
    await look()
    later(11)
    expect(await look()).toBe(true)
    expect(await inFolder()).toContain('processed/customers-5.ndjson')
    const audit = await portal.context.db.selectFrom('audit_entry').select('subject').execute()
    expect(audit.filter(({ subject }) => subject === 'customers-5.ndjson')).toHaveLength(1)
  })

  test('is moved next to one of the same name', async () => {
    await mkdir(join(folder, 'processed'))
    await writeFile(join(folder, 'processed/customers-6.ndjson'), 'before')
    await takenIn('customers-6.ndjson', JSON.stringify(holder))
    expect(await readFile(join(folder, 'processed/customers-6.ndjson'), 'utf8')).toBe('before')
    expect(await inFolder()).toContain('processed/2-customers-6.ndjson')
  })

  test.each([
    ['with unknown content', 'holiday.png.ndjson', 'x', 'file_unreadable'],
    ['without any valid line', 'customers-7.ndjson', 'x\ny', 'not_json'],
    ['that is not JSON despite its name', 'contracts.json', '{', 'file_unreadable'],
    ['that is not an F1', 'f1.xml', '<a/>', 'not_f1'],
    ['that is not a meter file', 'F5D_0237.0', 'hello', undefined],
  ])('%s is refused with a reason', async (_, name, content, code) => {
    expect(await takenIn(name, content)).toBe(true)
    expect(await inFolder()).toEqual([`refused/${name}`, `refused/${name}.report.ndjson`])
    const [first, ...rest] = await reportOf(`refused/${name}`)
    expect(first).toMatchObject({
      status: 'refused',
      message: expect.stringMatching(/\w{3}/),
      ...(code ? { code } : {}),
    })
    expect(rest.at(-1)).toMatchObject({ end: true, accepted: 0 })
  })

  test('can be CSV, compressed, a contracts file, a meter file or an F1', async () => {
    const { db } = portal.context
    const contract = await insertContract(db, { customerId: await insertCustomer(db) })
    const csv = 'taxId;name;fiscalAddress\n99123001Q;Pau;"Carrer Nou, 8"\n'
    expect(await takenIn('customers-8.csv.gz', gzipSync(csv))).toBe(true)
    expect(await takenIn('distributors.json', '{"distributors":[{"code":"0021","name":"i-DE"}]}')).toBe(true)
    expect(await takenIn('F1_0021.xml', createF1({ cups: contract.cups }))).toBe(true)
    const hours = Array.from(
      { length: 24 },
      (_, hour) =>
        `${contract.cups};2021/06/${hour === 23 ? '02' : '01'} ${String((hour + 1) % 24).padStart(2, '0')}:00;1;100;0;0;0;0;0;1;1;FA1;0;0`,
    )
    expect(await takenIn('F5D_0237_9999_20210701.0', `${hours.join('\n')}\n`)).toBe(true)
    expect((await inFolder()).filter((name) => name.startsWith('refused'))).toEqual([])
    expect(
      await db.selectFrom('customer').select('fiscal_address').where('tax_id', '=', '99123001Q').execute(),
    ).toEqual([{ fiscal_address: 'Carrer Nou, 8' }])
    const days = await db
      .selectFrom('curve_day')
      .select('day')
      .where('supply_point_id', '=', contract.supplyPointId)
      .execute()
    expect(days).toEqual([{ day: '2021-06-01' }])
  })

  test('is imported with the other files of curves at the same time, and alone if it is not one', async () => {
    const { db, files } = portal.context
    const deps = { db, files, folder, clock: () => now, log: { error() {}, warn() {} } }
    const lookForThree = createFolderScan({ ...deps, concurrency: 3 })
    const names = ['F5D_1.0', 'F5D_2.0', 'P1D_1.0', 'P2D_1.0', 'customers-1.ndjson']
    for (const name of names) await drop(name, name.startsWith('c') ? JSON.stringify(holder) : 'x')
    await lookForThree()
    later(11)
    const left = async () => (await inFolder()).filter((name) => names.includes(name))
    expect(await lookForThree()).toBe(true)
    expect(await left()).toEqual(['P2D_1.0', 'customers-1.ndjson'])
    expect(await lookForThree()).toBe(true)
    expect(await left()).toEqual(['customers-1.ndjson'])
    expect(await lookForThree()).toBe(true)
    expect(await left()).toEqual([])
  })

  test('with impossible values or only a header is reported; valid days and the next file are imported', async () => {
    const { db } = portal.context
    const { cups, supplyPointId } = await insertContract(db, { customerId: await insertCustomer(db) })
    const record = (day: string, wh: number) => `${cups};2021/06/${day} 12:00;1;${wh};0;0;0;0;0;1;1;FA1;0;0\n`
    await takenIn('F5D_0237_9999_20210701.0', record('01', 2_147_483_000) + record('02', 100))
    await takenIn('F5D_0237_9999_20210801.0', record('03', 100))
    await takenIn('F5D_0237_9999_20210901.0', 'CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion\n')
    expect(await reportOf('processed/F5D_0237_9999_20210701.0')).toEqual([
      expect.objectContaining({ line: 1, code: 'number_too_large', status: 'refused' }),
      expect.objectContaining({ end: true, accepted: 1, refused: 1 }),
    ])
    expect(await reportOf('refused/F5D_0237_9999_20210901.0')).toMatchObject([{ code: 'no_records' }, { refused: 1 }])
    const days = db.selectFrom('curve_day').where('supply_point_id', '=', supplyPointId).orderBy('day').select('day')
    expect(await days.execute()).toEqual([{ day: '2021-06-02' }, { day: '2021-06-03' }])
  })
})

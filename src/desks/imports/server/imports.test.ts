import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { takeNextRun } from '#domains/integration/server/import-runs/jobs.ts'
import { addRun, claimRun, renewRun } from '#domains/integration/server/import-runs/run-store.ts'
import { createKey, listKeys } from '#domains/integration/server/keys.ts'
import { auditOf } from '#domains/session/server/testing.ts'
import { sendFile } from '#domains/uploads/server/uploads-testing.ts'
import { dropImport, listImports, retryImport } from '../api.ts'
import { downloadImportReport } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const holder = { taxId: '99123456B', name: 'Rosa Vidal', fiscalAddress: 'Carrer Nou, 8 - Vic' }
let portal: TestPortal
let operator: Visitor
let operatorId: number
let customer: Visitor

beforeAll(async () => {
  portal = await testPortal({ now: noon })
  const made = await anOperator(portal)
  operator = made.visitor
  operatorId = made.userId
  customer = await portal.as(await aUser(portal.context.db))
})
afterAll(() => portal.close())

const log = { error() {}, warn() {} }
const work = (more: Partial<Parameters<typeof takeNextRun>[0]> = {}) => takeNextRun({ ...portal.context, log, ...more })
const drop = (name: string, content: string, kind = '') =>
  sendFile(portal, operator, {
    name,
    content: Buffer.from(content),
    path: `/api/v1/operator/imports${kind && `?kind=${kind}`}`,
  })
const list = (query: object = {}) => operator.send(listImports, { query: query as never })
const one = async (id: number) => (await list({ limit: 100 })).items.find((item) => item.id === id)!
const refusalOf = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

describe('a file that is dropped', () => {
  test('waits, is taken in by a worker, and what was refused of it is read line by line', async () => {
    const dropped = await drop('customers-1.ndjson', `${JSON.stringify(holder)}\n{"taxId":"=1"}\n`)
    expect(dropped.statusCode).toBe(200)
    const { id } = dropped.json()
    const waiting = { id, source: 'desk', kind: 'customers', by: 'Jordi Ferrer', state: 'waiting', progress: 0 }
    expect(await one(id)).toMatchObject({ ...waiting, file_name: 'customers-1.ndjson', has_report: false })
    const params = { id: String(id) }
    expect((await operator.ask(downloadImportReport, { params })).statusCode).toBe(404)

    expect(await work()).toBe(true)
    expect(await one(id)).toMatchObject({ state: 'done', progress: 1, accepted: 1, refused: 1, has_report: true })
    const known = portal.context.db.selectFrom('customer').where('tax_id', '=', holder.taxId).select('name')
    expect(await known.execute()).toEqual([{ name: 'Rosa Vidal' }])
    const report = await operator.ask(downloadImportReport, { params })
    expect(report.headers['content-disposition']).toContain(`rechazadas-${id}.csv`)
    const [head, line, ...rest] = report.payload.split('\r\n')
    expect([head, rest]).toEqual(['\uFEFFLínea;Objeto;Campo;Código;Motivo', ['']])
    expect(line).toBe("2;'=1;taxId;invalid;no es un NIF: su forma o su control están mal")
    expect(await work()).toBe(false)

    const entries = await auditOf(portal, operatorId)
    expect(entries).toContainEqual(['file_imported', { kind: 'customers', accepted: 1, refused: 1 }])
    expect(entries.map(([action]) => action)).toEqual(expect.arrayContaining(['import_dropped', 'import_report_read']))
  })

  test.each([
    [
      'postcodes',
      'ciudades.csv',
      'codigo_postal,municipio_id,municipio_nombre\n08500,08298,Vic\n08500,1,Vic\n',
      [1, 1],
      'código INE',
    ],
    [
      'futures',
      'omip.csv',
      'contract,last_trading_day,date,reference_price\nX,2026-12-31,2026-11-01,1\n',
      [0, 1],
      'FTB YR-27',
    ],
    ['supply-register', 'sips.csv', 'a,b\n', [0, 1], 'no empieza como uno del registro'],
    ['contracts-file', 'todo.txt', 'no json', [0, 1], 'el archivo no es JSON'],
    ['f1', 'factura.txt', 'no xml', [0, 1], 'XML que se pueda leer'],
    ['meter-file', 'medidas.txt', 'no meter file', [0, 1], 'este formato de curvas'],
    ['contracts', 'contratos.ndjson', '{"name":"1"}', [0, 1], 'falta'],
  ])(
    'is read as %s where somebody says so, and what stays out is told in words',
    async (kind, name, content, counts, words) => {
      const { id } = (await drop(name, content, kind)).json()
      await work()
      const { kind: kept, state, accepted, refused } = await one(id)
      expect([kept, state, [accepted, refused]]).toEqual([kind, 'done', counts])
      const report = await operator.ask(downloadImportReport, { params: { id: String(id) } })
      expect(report.payload).toContain(words)
    },
  )

  test.each([
    ['nothing in it', 'customers.ndjson', '', [400, 'file_empty']],
    ['a name that says nothing', 'cosas', '{}', [400, 'kind_unknown']],
  ])('is refused with %s', async (_, name, content, refusal) => {
    const before = (await list()).total
    expect(refusalOf(await drop(name, content))).toEqual(refusal)
    expect((await list()).total).toBe(before)
  })

  test('is refused before it comes where it is larger than any', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '2000000000' }
    const refused = await operator.ask(dropImport, { query: {} } as never, { headers })
    expect(refusalOf(refused)).toEqual([413, 'file_too_large'])
  })

  test('is refused where it says that it is what there is not, or is no file', async () => {
    const refused = await drop('a.csv', 'a', 'boats')
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['kind']])
    expect(refusalOf(await operator.ask(dropImport, { query: {} } as never))).toEqual([400, 'file_missing'])
  })

  test('comes again when a worker met an error, and is given up after three times until somebody tries again', async () => {
    const { id } = (await drop('customers-2.ndjson', JSON.stringify(holder))).json()
    const get = async () => {
      throw Object.assign(new Error('no disk'), { code: 'EIO' })
    }
    const broken = { files: { ...portal.context.files, get } }
    const params = { id: String(id) }
    expect(refusalOf(await operator.ask(retryImport, { params }))).toEqual([409, 'not_retriable'])
    for (let time = 1; time <= 3; time++) {
      expect(await work(broken)).toBe(true)
      expect(await work(broken)).toBe(false)
      portal.setClock(new Date(noon.getTime() + time * 61_000))
    }
    expect(await one(id)).toMatchObject({ state: 'failed', failure: 'EIO', can_retry: true })
    expect((await operator.ask(retryImport, { params })).statusCode).toBe(204)
    await work()
    expect(await one(id)).toMatchObject({ state: 'done', accepted: 1, can_retry: false })
    portal.setClock(noon)
  })

  test('is taken in by another worker where one dies, and is given up where each does', async () => {
    const { db } = portal.context
    const { id } = (await drop('customers-4.ndjson', JSON.stringify(holder))).json()
    await claimRun(db, noon)
    await renewRun(db, { runId: id, tries: 1 }, new Date(noon.getTime() + 60_000))
    portal.setClock(new Date(noon.getTime() + 179_000))
    expect(await work()).toBe(false)
    expect(await one(id)).toMatchObject({ state: 'running', tries: 1, failure: null })
    for (let time = 3; time <= 6; time += 3) await claimRun(db, new Date(noon.getTime() + time * 60_000))
    portal.setClock(new Date(noon.getTime() + 9 * 60_000))
    expect(await work()).toBe(true)
    expect(await one(id)).toMatchObject({ state: 'failed', failure: 'broke_off', can_retry: true })
    await operator.ask(retryImport, { params: { id: String(id) } })
    await work()
    expect(await one(id)).toMatchObject({ state: 'done', accepted: 1, failure: null })
    portal.setClock(noon)
  })

  test('is not kept where it cannot be noted', async () => {
    const kept = vi.spyOn(portal.context.files, 'remove')
    await portal.context.db.schema.alterTable('import_run').renameTo('import_run_away').execute()
    const answer = await drop('customers-5.ndjson', JSON.stringify(holder))
    await portal.context.db.schema.alterTable('import_run_away').renameTo('import_run').execute()
    expect([answer.statusCode, kept.mock.calls.length]).toEqual([500, 1])
    kept.mockRestore()
  })

  test('is left to another worker by one that ends', async () => {
    const { id } = (await drop('customers-3.ndjson', JSON.stringify(holder))).json()
    expect(await work({ isEnding: () => true })).toBe(false)
    expect(await one(id)).toMatchObject({ state: 'waiting', accepted: 0 })
    await work()
    expect(await one(id)).toMatchObject({ state: 'done', accepted: 1 })
  })
})

describe('the list', () => {
  test('has what came by the folder and by the API as well, by whom, and is narrowed to it', async () => {
    const { db } = portal.context
    await createKey(db, { name: 'erp', scopes: ['invoices:write'], expiresAt: null, now: noon })
    const [{ keyId } = { keyId: 0 }] = await listKeys(db)
    const rest = { accepted: 2, refused: 0, reportKey: null }
    await addRun(db, { source: 'api', kind: 'invoices', fileName: '', sizeBytes: null, keyId, ...rest }, noon)
    await addRun(db, { source: 'folder', kind: 'f1', fileName: 'F1_Ñandú.xml', sizeBytes: 9, ...rest }, noon)
    expect((await list({ source: 'api' })).items).toMatchObject([{ file_name: '', by: 'erp', kind: 'invoices' }])
    expect((await list({ q: 'ñandú' })).items).toMatchObject([{ source: 'folder', kind: 'f1', progress: 1 }])
    const page = await list({ limit: 1, offset: 1 })
    expect([page.items.length, page.total > 2]).toEqual([1, true])
  })

  test('does not take what it cannot be narrowed to', async () => {
    const refused = await operator.ask(listImports, { query: { source: 'post' } as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['source']])
  })
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('there is no import %s', async (id) => {
  const params = { id }
  const asked = [operator.ask(retryImport, { params }), operator.ask(downloadImportReport, { params })]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('customers import nothing', async () => {
  const asked = [
    customer.ask(listImports, { query: {} }),
    customer.ask(retryImport, { params: { id: '1' } }),
    customer.ask(downloadImportReport, { params: { id: '1' } }),
    sendFile(portal, customer, { path: '/api/v1/operator/imports' }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
})

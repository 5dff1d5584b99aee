import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { uploadFileAs } from '#domains/uploads/server/uploads-testing.ts'
import { renewLease } from '#kit/server/work-queue.ts'
import { importNextRun } from '../../server/import-runs/import-jobs.ts'
import { addFinishedRun, claimRuns, failRun, finishRun, importQueue } from '../../server/import-runs/run-store.ts'
import { createKey, listKeys } from '../../server/key-store.ts'
import { listImports, retryImport, uploadImport } from '../api.ts'
import { downloadImportReport } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const holder = { taxId: '99123456B', name: 'Rosa Vidal', fiscalAddress: 'Carrer Nou, 8 - Vic' }
let portal: TestPortal
let operator: TestVisitor
let operatorId: number
let customer: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
  const made = await createTestOperator(portal)
  operator = made.visitor
  operatorId = made.userId
  customer = await portal.as(await insertUser(portal.context.db))
})
afterAll(() => portal.close())

const log = { error() {}, warn() {} }
const work = (more: Partial<Parameters<typeof importNextRun>[0]> = {}) =>
  importNextRun({ ...portal.context, log, ...more })
const drop = (name: string, content: string, kind = '') =>
  uploadFileAs(portal, operator, {
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

describe('an uploaded file', () => {
  test('waits, is imported by a worker, and reports refused lines', async () => {
    const dropped = await drop('customers-1.ndjson', `${JSON.stringify(holder)}\n{"taxId":"=1"}\n`)
    expect(dropped.statusCode).toBe(200)
    const { id } = dropped.json()
    const waiting = { id, source: 'desk', kind: 'customers', by: 'Jordi Ferrer', state: 'waiting', progress: 0 }
    expect(await one(id)).toMatchObject({ ...waiting, file_name: 'customers-1.ndjson', has_report: false })
    const params = { id: String(id) }
    expect((await operator.sendRaw(downloadImportReport, { params })).statusCode).toBe(404)

    expect(await work()).toBe(true)
    expect(await one(id)).toMatchObject({ state: 'done', progress: 1, accepted: 1, refused: 1, has_report: true })
    const known = portal.context.db.selectFrom('customer').where('tax_id', '=', holder.taxId).select('name')
    expect(await known.execute()).toEqual([{ name: 'Rosa Vidal' }])
    const report = await operator.sendRaw(downloadImportReport, { params })
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
  ])('is imported as %s on request and reports refused lines as text', async (kind, name, content, counts, words) => {
    const { id } = (await drop(name, content, kind)).json()
    await work()
    const { kind: storedKind, state, accepted, refused } = await one(id)
    expect([storedKind, state, [accepted, refused]]).toEqual([kind, 'done', counts])
    const report = await operator.sendRaw(downloadImportReport, { params: { id: String(id) } })
    expect(report.payload).toContain(words)
  })

  test('of curves says how many hours it no longer has, and who corrected a day', async () => {
    const { db } = portal.context
    const { cups } = await insertContract(db, { customerId: await insertCustomer(db) })
    const file = (version: number, wh: number, hours: number) =>
      drop(
        `F5D_0031_9999_20261003.${version}`,
        Array.from({ length: hours }, (_, hour) => {
          const end = `2026/10/03 ${String(hour + 1).padStart(2, '0')}:00`
          return `${cups};${end};1;${wh};0;0;0;0;0;1;1;FA1;0;0\n`
        }).join(''),
        'meter-file',
      )
    await file(0, 100, 20)
    const { id } = (await file(1, 110, 15)).json()
    while (await work());
    expect(await one(id)).toMatchObject({ state: 'done', accepted: 15, refused: 0, kept_hours: 5, kept_days: 1 })
    expect(await db.selectFrom('curve_correction').selectAll().execute()).toMatchObject([
      {
        ...{ day: '2026-10-03', before_wh: 2_000, after_wh: 2_150, origin: 'desk', corrected_by_user_id: operatorId },
        file_name: 'F5D_0031_9999_20261003.1',
      },
    ])
  })

  test.each([
    ['no content', 'customers.ndjson', '', [400, 'file_empty']],
    ['a name that does not state its kind', 'cosas', '{}', [400, 'kind_unknown']],
  ])('is refused with %s', async (_, name, content, refusal) => {
    const before = (await list()).total
    expect(refusalOf(await drop(name, content))).toEqual(refusal)
    expect((await list()).total).toBe(before)
  })

  test('is refused before the upload if it exceeds the size limit', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '2000000000' }
    const refused = await operator.sendRaw(uploadImport, { query: {} } as never, { headers })
    expect(refusalOf(refused)).toEqual([413, 'file_too_large'])
  })

  test('is refused if its kind is unknown or the file is missing', async () => {
    const refused = await drop('a.csv', 'a', 'boats')
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['kind']])
    expect(refusalOf(await operator.sendRaw(uploadImport, { query: {} } as never))).toEqual([400, 'file_missing'])
  })

  test('is retried after a worker error, and after three attempts only on request', async () => {
    const { id } = (await drop('customers-2.ndjson', JSON.stringify(holder))).json()
    const get = async () => {
      throw Object.assign(new Error('no disk'), { code: 'EIO' })
    }
    const broken = { files: { ...portal.context.files, get } }
    const params = { id: String(id) }
    expect(refusalOf(await operator.sendRaw(retryImport, { params }))).toEqual([409, 'not_retriable'])
    for (let time = 1; time <= 3; time++) {
      expect(await work(broken)).toBe(true)
      expect(await work(broken)).toBe(false)
      portal.setClock(new Date(noon.getTime() + time * 61_000))
    }
    expect(await one(id)).toMatchObject({ state: 'failed', failure: 'EIO', can_retry: true })
    expect((await operator.sendRaw(retryImport, { params })).statusCode).toBe(204)
    await work()
    expect(await one(id)).toMatchObject({ state: 'done', accepted: 1, can_retry: false })
    portal.setClock(noon)
  })

  test('is taken over when a worker dies, and fails after each has died', async () => {
    const { db } = portal.context
    const { id } = (await drop('customers-4.ndjson', JSON.stringify(holder))).json()
    const [run] = await claimRuns(db, { now: noon, limit: 1 })
    await renewLease(db, importQueue, run!, new Date(noon.getTime() + 60_000))
    portal.setClock(new Date(noon.getTime() + 179_000))
    expect(await work()).toBe(false)
    expect(await one(id)).toMatchObject({ state: 'running', tries: 1, failure: null })
    for (let time = 3; time <= 6; time += 3)
      await claimRuns(db, { now: new Date(noon.getTime() + time * 60_000), limit: 1 })
    portal.setClock(new Date(noon.getTime() + 9 * 60_000))
    expect(await work()).toBe(true)
    expect(await one(id)).toMatchObject({ state: 'failed', failure: 'broke_off', can_retry: true })
    await operator.sendRaw(retryImport, { params: { id: String(id) } })
    await work()
    expect(await one(id)).toMatchObject({ state: 'done', accepted: 1, failure: null })
    portal.setClock(noon)
  })

  test('is removed if its import cannot be recorded', async () => {
    const removeSpy = vi.spyOn(portal.context.files, 'remove')
    await portal.context.db.schema.alterTable('import_run').renameTo('import_run_away').execute()
    const answer = await drop('customers-5.ndjson', JSON.stringify(holder))
    await portal.context.db.schema.alterTable('import_run_away').renameTo('import_run').execute()
    expect([answer.statusCode, removeSpy.mock.calls.length]).toEqual([500, 1])
    removeSpy.mockRestore()
  })

  test('waits for those before it, but curves not for other curves', async () => {
    const { db } = portal.context
    const names = [
      'F5D_0021_9999_20261031.0',
      'F5D_0031_9999_20261031.0',
      'customers-9.ndjson',
      'P1D_0021_9999_20261031.0',
    ]
    const ids: number[] = []
    for (const name of names)
      ids.push((await drop(name, name.startsWith('c') ? JSON.stringify(holder) : 'x')).json().id)
    const claim = async (limit: number) =>
      (await claimRuns(db, { now: noon, limit })).map((run) => ids.indexOf(run.import_run_id)).sort()
    const finish = (run: number) =>
      finishRun(db, ids[run]!, { accepted: 0, refused: 0, reportKey: null } as never, noon)
    expect(await claim(1)).toEqual([0])
    expect(await claim(6)).toEqual([1])
    expect(await claim(6)).toEqual([])
    await finish(1)
    expect(await claim(6)).toEqual([])
    await finish(0)
    expect(await claim(6)).toEqual([2])
    expect(await claim(6)).toEqual([])
    // A file that is tried again later holds up no other.
    await failRun(db, ids[2]!, { failure: 'x', retryAt: new Date(noon.getTime() + 60_000), now: noon })
    expect(await claim(6)).toEqual([3])
    await finish(3)
    await finish(2)
  })

  test('is left for another worker during shutdown', async () => {
    const { id } = (await drop('customers-3.ndjson', JSON.stringify(holder))).json()
    await work({ isEnding: () => true })
    expect(await one(id)).toMatchObject({ state: 'waiting', accepted: 0 })
    await work()
    expect(await one(id)).toMatchObject({ state: 'done', accepted: 1 })
  })
})

describe('the list', () => {
  test('includes imports from the folder and the API with their origin, and filters by source', async () => {
    const { db } = portal.context
    await createKey(db, { name: 'erp', scopes: ['invoices:write'], expiresAt: null, now: noon })
    const [{ keyId } = { keyId: 0 }] = await listKeys(db)
    const rest = { accepted: 2, refused: 0, reportKey: null }
    await addFinishedRun(db, { source: 'api', kind: 'invoices', fileName: '', sizeBytes: null, keyId, ...rest }, noon)
    await addFinishedRun(db, { source: 'folder', kind: 'f1', fileName: 'F1_Ñandú.xml', sizeBytes: 9, ...rest }, noon)
    expect((await list({ source: 'api' })).items).toMatchObject([{ file_name: '', by: 'erp', kind: 'invoices' }])
    expect((await list({ q: 'ñandú' })).items).toMatchObject([{ source: 'folder', kind: 'f1', progress: 1 }])
    const page = await list({ limit: 1, offset: 1 })
    expect([page.items.length, page.total > 2]).toEqual([1, true])
  })

  test('refuses an unknown filter', async () => {
    const refused = await operator.sendRaw(listImports, { query: { source: 'post' } as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['source']])
  })
})

test.each(['0', 'x', '999999999', '99999999999999999999'])('returns 404 for import %s', async (id) => {
  const params = { id }
  const replies = [operator.sendRaw(retryImport, { params }), operator.sendRaw(downloadImportReport, { params })]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('customers have no access', async () => {
  const replies = [
    customer.sendRaw(listImports, { query: {} }),
    customer.sendRaw(retryImport, { params: { id: '1' } }),
    customer.sendRaw(downloadImportReport, { params: { id: '1' } }),
    uploadFileAs(portal, customer, { path: '/api/v1/operator/imports' }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
})

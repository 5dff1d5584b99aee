import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listImports } from '#domains/integration/desk/api.ts'
import { downloadImportReport } from '#domains/integration/desk/downloads.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { type } from './testing/type.ts'

let portal: TestPortal
let folder: string
let operator: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal()
  operator = (await createTestOperator(portal)).visitor
  folder = await mkdtemp(join(tmpdir(), 'llum-import-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

test('a file of contracts is imported while the server runs; rejected objects are named and set the exit status', async () => {
  const file = await fileOf(
    JSON.stringify({
      distributors: [
        { code: '0021', name: 'i-DE' },
        { code: '31', name: 'e-distribución' },
      ],
    }),
  )
  const answer = await type('import', portal.environment, ['contracts', file])
  expect(answer.code).toBe(1)
  expect(answer.complaint).toBe('')
  expect(answer.printed.trimEnd().split('\n')).toEqual([
    '                  created    updated  unchanged    refused',
    'distributors            1          0          0          1',
    '',
    'distributors[1].code: is not a code of four digits',
  ])
  expect(await portal.context.db.selectFrom('distributor').select('name').execute()).toEqual([{ name: 'i-DE' }])
})

test('a file without rejections ends with status 0', async () => {
  const file = await fileOf('{}')
  expect(await type('import', portal.environment, ['contracts', file])).toEqual({
    code: 0,
    printed: 'The file says nothing.\n',
    complaint: '',
  })
})

test.each([
  ['no file', [], 'contracts takes one or more files: FILE.json...'],
  ['a missing file', ['/nowhere.json'], '/nowhere.json cannot be read: ENOENT.'],
])('%s is reported as a sentence', async (_, words, complaint) => {
  const answer = await type('import', portal.environment, ['contracts', ...words])
  expect(answer).toEqual({ code: 1, printed: '', complaint: `${complaint}\n` })
})

test('a file that is not JSON is reported as a sentence', async () => {
  const answer = await type('import', portal.environment, ['contracts', await fileOf('{ "customers": ')])
  expect(answer).toMatchObject({ code: 1, printed: '', complaint: expect.stringContaining('is not JSON') })
})

test('a file of futures is imported, counts the crossed alerts, and names rejected lines', async () => {
  const file = await fileOf(
    [
      'contract,last_trading_day,date,reference_price',
      'FTB M Jan-25,2024-12-31,2024-11-19,97.50',
      'FTB Q1-25,2024-12-30,2024-11-19,n.a.',
    ].join('\n'),
  )
  const answer = await type('import', portal.environment, ['futures', file])
  expect(answer).toMatchObject({ code: 1, complaint: '' })
  expect(answer.printed.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/: 1 created, 0 updated, 0 unchanged, 1 refused; 0 alerts crossed\.$/),
    '  Line 3: the price is not a number from 0 to 10000 with a point and two decimals at most.',
  ])
  expect(await type('import', portal.environment, ['futures', await fileOf('FTB Q1-25,80')])).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('does not start with contract,last_trading_day,date,reference_price.'),
  })
})

test('a file of postcodes is imported; broken lines are named with number and reason, and a repeated import changes nothing', async () => {
  const file = await fileOf(
    [
      'codigo_postal,municipio_id,municipio_nombre',
      '17130,17062,"Escala, L\'"',
      '17130,17199,Torroella de Montgrí',
      '56662,45006,Alcaudete de la Jara',
      '08500',
      '',
    ].join('\r\n'),
  )
  const refused = ['  Line 4: this is not a Spanish postcode.', '  Line 5: the line does not have three fields.', '']
  expect(await type('import', portal.environment, ['postcodes', file])).toEqual({
    code: 1,
    printed: ['contracts.json: 2 created, 0 updated, 0 unchanged, 2 refused.', ...refused].join('\n'),
    complaint: '',
  })
  expect((await type('import', portal.environment, ['postcodes', file])).printed).toBe(
    ['contracts.json: 0 created, 0 updated, 2 unchanged, 2 refused.', ...refused].join('\n'),
  )
})

test('a file without postcodes is reported as a sentence', async () => {
  const file = await fileOf('cups,fecha,hora')
  expect(await type('import', portal.environment, ['postcodes', file])).toEqual({
    code: 1,
    printed: '',
    complaint: `${file}: the file does not start with codigo_postal,municipio_id,municipio_nombre.\n`,
  })
})

async function fileOf(text: string): Promise<string> {
  const file = join(folder, 'contracts.json')
  await writeFile(file, text)
  return file
}

test('lines of the retailer’s systems are imported as JSON or CSV, and rejected ones are named', async () => {
  const files = {
    'customers.ndjson': '{"taxId":"99123456B","name":"Rosa","fiscalAddress":"Carrer Nou, 8"}\n{"taxId":"1"}\n',
    'customers.csv': 'taxId,name,fiscalAddress,email\n99123001Q,Pau,"Carrer Nou, 9",\n99123456B,Rosa,"Carrer Nou, 8"\n',
    'invoice.xml': '<MensajeFacturacion/>',
  }
  const paths = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }),
  )
  const answer = await type('import', portal.environment, ['customers', ...paths.slice(0, 2)])
  expect(answer).toMatchObject({ code: 1, complaint: '' })
  expect(answer.printed.trimEnd().split('\n')).toEqual([
    'customers.ndjson: 1 created or changed, 0 unchanged, 1 refused.',
    '  Line 2 (1): taxId: is not a tax id: its shape or its control is wrong',
    'customers.csv: 1 created or changed, 0 unchanged, 1 refused.',
    '  Line 3: the line has 3 fields, the first one 4',
  ])
  const refused = await type('import', portal.environment, ['f1', paths[2]!])
  expect(refused).toMatchObject({
    code: 1,
    printed:
      'invoice.xml: 0 invoices, 0 readings created or changed, 1 invoices refused.\n  Invoice 1: this is not a distributor’s invoice (F1).\n',
  })

  // Operators see each of them among the imports.
  const runs = await operator.send(listImports, { query: { source: 'command', q: 'c' } as never })
  const [f1, csv, ndjson] = runs.items
  const expectedRun = { source: 'command', by: null, state: 'done', progress: 1, has_report: true }
  expect(f1).toMatchObject({ ...expectedRun, kind: 'f1', file_name: 'invoice.xml', accepted: 0, refused: 1 })
  expect(csv).toMatchObject({ ...expectedRun, kind: 'customers', file_name: 'customers.csv', accepted: 1, refused: 1 })
  expect(ndjson).toMatchObject({ ...expectedRun, file_name: 'customers.ndjson', accepted: 1, refused: 1 })
  const report = await operator.sendRaw(downloadImportReport, { params: { id: String(csv!.id) } })
  expect(report.payload).toMatch(/\n3;.*la línea tiene 3 campos/)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import type { CurveDay } from '#domains/consumption/curve.ts'
import { writeCurveFile } from '#domains/consumption/server/files/write-curve-file.ts'
import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { readPdfSignatures, readPdfStructure, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { downloadInvoice, downloadMultipointInvoice } from '../downloads.ts'

let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let home: CreatedContract
let workshop: CreatedContract
let invoice: number
let gasInvoice: number
let multipoint: number

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Anna Güell', tax_id: '12345678Z' })
  home = await insertContract(db, { customerId, starts_on: '2025-01-01', supply_street: 'Carrer de Provença, 214' })
  workshop = await insertContract(db, { customerId, starts_on: '2025-01-01', supply_street: 'Carrer de Pere IV, 29' })
  const gas = await insertContract(db, { customerId, energy: 'gas' })
  multipoint = await insertMultipointInvoice(db, { customerId, number: 'FM26/7', amount_total_cents: 9138 })
  invoice = await insertInvoice(db, { contract: home, number: 'FE26/157374' })
  gasInvoice = await insertInvoice(db, { contract: gas, number: 'FG26/1', energy: 'gas' })
  await insertInvoice(db, { contract: home, number: 'FE26/2', multipoint_invoice_id: multipoint })
  await insertInvoice(db, { contract: workshop, number: 'FE26/3', multipoint_invoice_id: multipoint })
  await importHours()
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

/** Imports two days of September, which are billed, and one of August, which is not. */
async function importHours() {
  const days = [home, workshop].flatMap(({ cups }, place) =>
    ['2026-08-31', '2026-09-01', '2026-09-30'].map((day) => hoursOf(cups, day, (place + 1) * 100)),
  )
  const lines = [...writeCurveFile('A5D', days)].join('')
  async function* source() {
    yield Buffer.from(lines)
  }
  await importCurves({
    db: portal.context.db,
    source: source(),
    fileName: 'A5D_0031_9999_20261001.0',
    now: new Date('2026-10-05'),
  })
}

function hoursOf(cups: string, day: string, wh: number): CurveDay {
  const curve = { stepMinutes: 60, importWh: Array<number>(24).fill(wh), exportWh: null, reactiveVarh: null } as const
  return { cups, day, source: 'A5D', ...curve, quality: null, version: 0, invoice: null }
}

type DocumentOptions = { id?: number | string; type?: string; headers?: Record<string, string> }

function ask(visitor: TestVisitor, { id = invoice, type = 'pdf', headers }: DocumentOptions = {}) {
  return visitor.sendRaw(downloadInvoice, { params: { id: String(id), type } }, { headers })
}

function askMultipoint(visitor: TestVisitor, { id = multipoint, type = 'pdf' }: DocumentOptions = {}) {
  return visitor.sendRaw(downloadMultipointInvoice, { params: { id: String(id), type } })
}

describe('the PDF of an invoice', () => {
  test('is named after the invoice number and shows who it is for', async () => {
    const answer = await ask(anna)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="FE26-157374.pdf"; filename*=UTF-8''FE26-157374.pdf`,
    )
    const text = await readPdfText(answer.rawPayload)
    for (const shown of ['Factura de luz FE26/157374', '45,69 €', 'Carrer de Provença, 214']) {
      expect(text).toContain(shown)
    }
  })

  test('is written in the requested language', async () => {
    const answer = await ask(anna, { headers: { 'accept-language': 'ca' } })
    expect(await readPdfText(answer.rawPayload)).toContain('Factura de llum FE26/157374')
  })

  test('shows for each month the energy of its final invoice', async () => {
    const { db } = portal.context
    const contract = await insertContract(db, { customerId: home.customerId })
    const yearBefore = { contract, starts_on: '2025-09-01', ends_on: '2025-09-30' }
    const wrong = await insertInvoice(db, { ...yearBefore, amount_total_cents: 9999 })
    const corrects = { ...yearBefore, rectifies_invoice_id: wrong }
    await insertInvoice(db, { ...corrects, amount_total_cents: -9999, rectificative_type: 'A' })
    await insertInvoice(db, { ...corrects, amount_total_cents: 3000, rectificative_type: 'R' })
    const answer = await ask(anna, { id: await insertInvoice(db, { contract, amount_total_cents: 4569 }) })
    expect(await readPdfText(answer.rawPayload)).toContain('Son 15,69 € más que hace un año.')
    // The chart has two bars, each with its month and its kWh, in reading order.
    expect(await readPdfStructure(answer.rawPayload)).toContain('sept 25190sept190Punta')
  })

  test('is sealed on demand, so that pdfsig validates it', async () => {
    const answer = await ask(anna, { type: 'signed_pdf' })
    expect(answer.headers['content-disposition']).toContain('FE26-157374.pdf')
    const report = await readPdfSignatures(answer.rawPayload)
    expect(report).toContain('Signature Validation: Signature is Valid.')
    expect(report).toContain('Total document signed')
    expect(await readPdfText(answer.rawPayload)).toContain('Factura de luz FE26/157374')
  })

  test('is available in both versions', async () => {
    const call = (version: number) =>
      anna.sendRaw(downloadInvoice, { params: { id: String(invoice), type: 'pdf' } }, { version })
    expect((await call(1)).rawPayload).toEqual((await call(2)).rawPayload)
  })
})

describe('the curve of an invoice', () => {
  test('contains exactly the hours of its days, in kWh', async () => {
    const answer = await ask(anna, { type: 'curve_csv' })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain('FE26-157374.csv')
    const [header, ...lines] = linesOf(answer.payload)
    expect(header).toMatch(/^cups;fecha;hora;consumo_kWh/i)
    expect(lines).toHaveLength(2 * 24)
    expect(lines[0]).toMatch(new RegExp(`^${home.cups};2026/09/01;01:00;0,100;`))
    expect(lines.at(-1)).toMatch(new RegExp(`^${home.cups};2026/09/30;24:00;0,100;`))
  })

  test('does not exist for gas', async () => {
    const answer = await ask(anna, { id: gasInvoice, type: 'curve_csv' })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_such_document'])
    expect((await ask(anna, { id: gasInvoice })).statusCode).toBe(200)
  })
})

describe('the signed XML of an invoice', () => {
  test('is served as stored', async () => {
    const { db, files } = portal.context
    const xml = '<?xml version="1.0"?><Facturae>45,69 €</Facturae>'
    const row = { customer_id: home.customerId, invoice_id: invoice, document_type: 'signed_xml' }
    await db
      .insertInto('invoice_document')
      .values({ ...row, file_key: await files.put(Buffer.from(xml)) })
      .execute()
    const answer = await ask(anna, { type: 'signed_xml' })
    expect(answer.payload).toBe(xml)
    expect(answer.headers['content-type']).toBe('application/xml')
    expect(answer.headers['content-disposition']).toContain('FE26-157374.xml')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('does not exist if none was stored', async () => {
    const answer = await ask(anna, { id: gasInvoice, type: 'signed_xml' })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_such_document'])
  })
})

describe('the documents of a multipoint invoice', () => {
  test('include one PDF with a line for each supply point', async () => {
    const answer = await askMultipoint(anna)
    expect(answer.headers['content-disposition']).toContain('FM26-7.pdf')
    const text = await readPdfText(answer.rawPayload)
    for (const shown of ['Factura conjunta FM26/7', 'Carrer de Pere IV, 29', 'FE26/2', 'FE26/3', '91,38 €']) {
      expect(text).toContain(shown)
    }
    expect(text).not.toContain('FE26/157374')
  })

  test('can be sealed', async () => {
    const answer = await askMultipoint(anna, { type: 'signed_pdf' })
    expect(await readPdfSignatures(answer.rawPayload)).toContain('Signature Validation: Signature is Valid.')
  })

  test('include one curve, each line with its supply point', async () => {
    const [, ...lines] = linesOf((await askMultipoint(anna, { type: 'curve_csv' })).payload)
    const ofPoint = (cups: string) => lines.filter((line) => line.startsWith(cups)).length
    expect([ofPoint(home.cups), ofPoint(workshop.cups), lines.length]).toEqual([48, 48, 96])
  })

  test('include no XML', async () => {
    const answer = await askMultipoint(anna, { type: 'signed_xml' })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_such_document'])
  })
})

describe('the documents of an invoice are', () => {
  test.each([
    ['an invoice', ask],
    ['a multipoint invoice', askMultipoint],
  ])('refused without a session: %s', async (_, download) => {
    expect((await download(portal.anonymous)).statusCode).toBe(401)
  })

  test.each([
    ['an invoice', ask],
    ['a multipoint invoice', askMultipoint],
  ])('not found for anyone but the holder, like one that does not exist: %s', async (_, download) => {
    const answer = await download(stranger)
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
    const ofNone = await download(stranger, { id: 999_999 })
    expect([ofNone.statusCode, ofNone.json().error.code]).toEqual([404, 'not_found'])
  })

  test('available to a read-only user', async () => {
    expect((await ask(annaReadonly)).statusCode).toBe(200)
    expect((await askMultipoint(annaReadonly)).statusCode).toBe(200)
  })

  test.each([
    ['an unknown type', { type: 'docx' }, 'no_such_document'],
    ['a type that is a property of every object', { type: 'constructor' }, 'no_such_document'],
    ['a value that is not a number', { id: 'FE26' }, 'not_found'],
    ['a number that is too long', { id: '99999999999' }, 'not_found'],
  ])('not found for %s', async (_, request, code) => {
    const answer = await ask(anna, request)
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, code])
  })
})

function linesOf(csv: string): string[] {
  return csv.trim().split(/\r?\n/)
}

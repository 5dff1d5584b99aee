import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertAddress,
  insertAttachment,
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { readPdfInfo, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { listContractInfo, listContracts } from '../api.ts'
import { downloadAttachment, downloadContractReport } from '../downloads.ts'

let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let home: CreatedContract
let attachmentId: number
let addressId: number

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T10:00:00Z') })
  const { db, files } = portal.context
  const customerId = await insertCustomer(db, { name: 'Anna Güell', tax_id: '12345678Z' })
  await insertContract(db, { customerId, name: '0000001', state: 'baixa', ends_on: '2025-12-31' })
  addressId = await insertAddress(db, { customerId, email: 'anna@example.test' })
  home = await insertContract(db, {
    customerId,
    name: '0048213',
    signed_on: '2024-02-03',
    starts_on: '2024-02-15',
    power_watts: [4600, 3450],
    payer_name: 'Joan Güell',
    payer_tax_id: '87654321X',
    iban: 'ES9420805801101234567891',
    supply_street: 'Carrer de Provença, 214, 3.º 2.ª',
    supply_city: 'Barcelona',
    notification_address_id: addressId,
    waiting_for_signature: ['power'],
  })
  await insertContract(db, {
    customerId,
    name: '0048214',
    state: 'esborrany',
    supply_street: 'Calle Larios, 12',
    supply_city: 'Málaga',
  })
  await insertContract(db, { customerId, name: 'G-17', energy: 'gas', pressure: '22 mbar', flow_rate: '6 m³/h' })
  await insertInvoice(db, { contract: home, amount_total_cents: 5510, amount_pending_cents: 1000 })
  await insertInvoice(db, { contract: home, amount_total_cents: 4569 })
  await insertInvoice(db, { contract: home, paid_status: 'paid', amount_pending_cents: 0 })
  await insertBatteryLink(db, { contract: home, percentage: 70, is_origin: true })
  attachmentId = await insertAttachment(db, {
    contract: home,
    file_name: 'Contracte signat.pdf',
    file_key: await files.put(Buffer.from('%PDF-1.7')),
  })
  await insertAttachment(db, { contract: home, name: 'Plan', size_bytes: 1_250_000, created_on: '2025-06-19' })

  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

const names = (list: { items: { name: string }[] }) => list.items.map((contract) => contract.name)

describe('the list of contracts', () => {
  test('has the active ones first, then all by name', async () => {
    const list = await anna.send(listContracts, { query: { type: 'electricity' } })
    expect(names(list)).toEqual(['0048213', '0000001', '0048214'])
    expect(list.total).toBe(3)
  })

  test('returns everything of a contract, in euros and kilowatts with their exact decimals', async () => {
    const { items } = await anna.send(listContracts, { query: { type: 'electricity', limit: 1 } })
    const address = 'Carrer de Provença, 214, 3.º 2.ª'
    const aVersion = expect.stringMatching(/^[\da-f]{16}$/)
    expect(items).toEqual([
      {
        id: home.contractId,
        name: '0048213',
        type: 'electricity',
        state: 'activa',
        sign_date: '2024-02-03',
        start_date: '2024-02-15',
        end_date: null,
        amount_debt: 55.69,
        is_peninsula: true,
        atr_available: true,
        tariff: { name: '2.0TD' },
        pricelist: { name: 'Product of electricity', nom_comercial: null },
        cups: {
          name: home.cups,
          full_address: `${address} - Barcelona`,
          street: address,
          city: 'Barcelona',
          ref_catastral: null,
        },
        contracted_power_period: [
          { period: 'P1', power: 4.6 },
          { period: 'P2', power: 3.45 },
        ],
        versions: {
          power: aVersion,
          bank_account: aVersion,
          invoice_online: aVersion,
          notification_address: aVersion,
          ref_catastral: aVersion,
        },
        waitingForSignature: ['power'],
        payment_means: 'direct_debit',
        owner_partner: { name: 'Anna Güell' },
        fiscal_partner: { name: 'Joan Güell', vat: '87654321X' },
        fiscal_address: { full_address: 'Carrer Major, 1 - Vic' },
        bank_account: { id: expect.any(Number), printable_iban: 'ES94 •••• 7891', is_revealable: true },
        ref_catastral: null,
        invoice_online: 'email',
        notification_address: {
          id: addressId,
          name: 'Payer',
          full_address: 'Carrer Major, 1 - Vic',
          email: 'anna@example.test',
          mobile: null,
        },
        no_cession_sips: { state: 'unactive', waiting_for_signature: false },
        dso: null,
        dso_reference: null,
        dso_phone: null,
        pressio: null,
        caudal: null,
        bateria_virtual: [
          {
            id: expect.any(Number),
            bateria: { id: expect.any(Number), name: expect.stringMatching(/^Wallet/) },
            pes: 1,
            pes_percentatge: 70,
            data_inici: '2025-06-01',
            data_final: null,
            gestio_descomptes: 'aplicar',
            total_descompte: 23.4,
            es_origen: true,
            self_consumption: false,
            version: aVersion,
          },
        ],
        tariff_options: [],
        attachments: [
          {
            id: expect.any(Number),
            name: 'Plan',
            created_date: '2025-06-19',
            size_text: '1,3 MB',
            filename: 'contract.pdf',
            category_name: 'Contract',
          },
          {
            id: attachmentId,
            name: 'Signed contract',
            created_date: '2024-02-03',
            size_text: '214 kB',
            filename: 'Contracte signat.pdf',
            category_name: 'Contract',
          },
        ],
      },
    ])
  })

  test('returns pressure and flow rate for gas, and no power', async () => {
    const { items } = await anna.send(listContracts, { query: { type: 'gas' } })
    expect(items).toMatchObject([
      {
        name: 'G-17',
        type: 'gas',
        pressio: '22 mbar',
        caudal: '6 m³/h',
        contracted_power_period: [],
        bank_account: null,
      },
    ])
  })

  test('has both kinds without a kind filter, and the same reply in both versions', async () => {
    const answers = await Promise.all([1, 2].map((version) => anna.sendRaw(listContracts, {}, { version })))
    expect(answers[0]!.json().total).toBe(4)
    expect(answers[0]!.json()).toEqual(answers[1]!.json())
  })

  test.each([
    ['the first page on an initial request', { initial: 'true', offset: 2, limit: 1 }, ['0048213']],
    ['the page after it', { offset: 1, limit: 2 }, ['0000001', '0048214']],
    ['nothing beyond the last page', { offset: 9 }, []],
    ['part of a name', { filter: '4821' }, ['0048213', '0048214']],
    ['a street and a city in any order, without accents', { filter: 'malaga, LARIOS' }, ['0048214']],
    ['only matches of all words', { filter: 'Larios Barcelona' }, []],
    ['a product', { filter: 'product of electr' }, ['0048213', '0000001', '0048214']],
    ['pattern characters literally', { filter: '%' }, []],
    ['a contract by its exact name', { filter: '[["name","=","0048213"]]' }, ['0048213']],
    ['contracts by their state', { filter: '[["state","in",["baixa","cancelada"]]]' }, ['0000001']],
    ['part of an address', { filter: '[["cups.full_address","like","Provença"]]' }, ['0048213', '0000001']],
  ])('finds %s', async (_, query, expected) => {
    expect(names(await anna.send(listContracts, { query: { type: 'electricity', ...query } }))).toEqual(expected)
  })

  test('finds a CUPS copied in groups', async () => {
    const grouped = home.cups.replace(/(ES|\d{4})/g, '$1 ')
    expect(names(await anna.send(listContracts, { query: { filter: grouped } }))).toEqual(['0048213'])
  })

  test.each([
    ['an unsupported field', '[["iban","=","ES00"]]'],
    ['an unsupported operator', '[["name","~","0"]]'],
    ['incomplete conditions', '[["name"'],
  ])('refuses %s', async (_, filter) => {
    const answer = await anna.sendRaw(listContracts, { query: { filter } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.code).toBe('filter_unknown')
  })

  test.each([
    ['a limit above 150', { limit: '151' }, 'limit'],
    ['a negative offset', { offset: '-1' }, 'offset'],
    ['an energy that is not sold', { type: 'multipoint' }, 'type'],
    ['a value that is not a boolean', { initial: 'perhaps' }, 'initial'],
    ['an unknown parameter', { sort: 'name' }, 'sort'],
  ])('refuses %s, by field', async (_, query, field) => {
    const answer = await anna.sendRaw(listContracts, { query: query as object })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('shows no user the contracts of another', async () => {
    expect(await stranger.send(listContracts, { query: {} })).toEqual({ items: [], total: 0 })
    expect(await stranger.send(listContracts, { query: { filter: '[["name","=","0048213"]]' } })).toMatchObject({
      total: 0,
    })
    expect(await stranger.send(listContractInfo, {})).toEqual({ electricity: [], gas: [] })
  })

  test('is available to a read-only user', async () => {
    expect((await annaReadonly.send(listContracts, { query: {} })).total).toBe(4)
  })
})

test('returns the short data required to choose a contract, for each kind', async () => {
  const { electricity, gas } = await anna.send(listContractInfo, {})
  expect(electricity.map(({ name }) => name)).toEqual(['0048213', '0000001', '0048214'])
  expect(electricity[0]).toEqual({
    id: home.contractId,
    name: '0048213',
    state: 'activa',
    cups: { full_address: 'Carrer de Provença, 214, 3.º 2.ª - Barcelona' },
  })
  expect(gas).toHaveLength(1)
})

describe('the contract document', () => {
  const params = { contractName: '0048213' }

  test('is a tagged PDF in the requested language, in both versions', async () => {
    for (const version of [1, 2]) {
      const answer = await anna.sendRaw(
        downloadContractReport,
        { params },
        { version, headers: { 'accept-language': 'ca' } },
      )
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toContain('Contracte de llum 0048213.pdf')
      expect(await readPdfInfo(answer.rawPayload)).toMatch(/Tagged: +yes/)
      const text = await readPdfText(answer.rawPayload)
      for (const shown of ['Anna Güell · 12345678Z', 'Joan Güell · 87654321X', 'ES94 •••• 7891'])
        expect(text).toContain(shown)
      expect(text).toContain('Signat el 03/02/2024. En vigor des del 15/02/2024.')
    }
  })

  test('is available to a read-only user, and with the language in the address', async () => {
    const answer = await annaReadonly.sendRaw(downloadContractReport, { params, query: { lang: 'de' } } as never)
    expect(answer.headers['content-disposition']).toContain('Stromvertrag 0048213.pdf')
  })

  test('is refused where the retailer does not offer it', async () => {
    await portal.set('features.disableDownloadContractReport', true)
    const answer = await anna.sendRaw(downloadContractReport, { params })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error.code).toBe('report_disabled')
    await portal.set('features.disableDownloadContractReport', false)
  })

  test.each([
    ['another user', () => stranger, params, 404],
    ['a contract that does not exist', () => anna, { contractName: 'nothing' }, 404],
    ['nobody', () => portal.anonymous, params, 401],
  ])('is refused for %s', async (_, visitor, wanted, status) => {
    expect((await visitor().sendRaw(downloadContractReport, { params: wanted })).statusCode).toBe(status)
  })
})

describe('a document stored with a contract', () => {
  const ask = (visitor: TestVisitor, attachmentID = String(attachmentId)) =>
    visitor.sendRaw(downloadAttachment, { params: { attachmentID } })

  test('is downloaded under its own name, also by a read-only user', async () => {
    for (const visitor of [anna, annaReadonly]) {
      const answer = await ask(visitor)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toContain('Contracte signat.pdf')
      expect(answer.payload).toBe('%PDF-1.7')
    }
  })

  test.each([
    ['another user', () => ask(stranger), 404],
    ['an attachment that does not exist', () => ask(anna, '999999'), 404],
    ['a value that is not a number', () => ask(anna, 'first'), 404],
    ['nobody', () => ask(portal.anonymous), 401],
    ['a lost file', async () => ask(anna, String(attachmentId + 1)), 500],
  ])('is refused for %s', async (_, asked, status) => {
    expect((await asked()).statusCode).toBe(status)
  })
})

test('refuses contracts without a session', async () => {
  expect((await portal.anonymous.sendRaw(listContracts, {})).statusCode).toBe(401)
  expect((await portal.anonymous.sendRaw(listContractInfo, {})).statusCode).toBe(401)
})

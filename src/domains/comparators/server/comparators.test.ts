import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import type { CurveDay } from '#domains/consumption/curve.ts'
import { writeCurveFile } from '#domains/consumption/server/files/write-curve-file.ts'
import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { recountTotals } from '#domains/consumption/server/totals/recount-totals.ts'
import { aPdf } from '#domains/uploads/server/uploads-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import { compareElectricity, compareGas, compareOwnYear, sendElectricityContact } from '../api.ts'

const now = new Date('2026-10-15T10:00:00Z')
const cups = makeCups('0021', '990000000001')
let portal: TestPortal
let retailers: { electricity: number; gas: number }

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  const product = async (energy: 'electricity' | 'gas', name: string, tariff: string, prices: object) => {
    const { product_id } = await db
      .insertInto('product')
      .values({ energy, name })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_price')
      .values({ product_id, tariff, valid_from: '2024-01-01', prices: JSON.stringify(prices) })
      .execute()
    await db
      .insertInto('offer')
      .values({ product_id, descriptions: JSON.stringify({ es: 'Sencilla' }), from_day: '2025-01-01' })
      .execute()
  }
  const electric = (energyEurPerKwh: string[], discounts = {}) => ({
    powerPerKw: [
      { per: 'year', eur: '30' },
      { per: 'year', eur: '1.4' },
    ],
    energyEurPerKwh,
    surplusEurPerKwh: null,
    discounts,
  })
  await product('electricity', 'DEAR', '2.0TD', electric(['0.30', '0.25', '0.20']))
  await product('electricity', 'CLARA <b>', '2.0TD', electric(['0.20', '0.15', '0.10'], { energy: '4' }))
  await product('electricity', 'ALTA', '6.1TD', {
    ...electric(['0.20', '0.18', '0.16', '0.14', '0.12', '0.10']),
    powerPerKw: ['30', '20', '10', '9', '5', '3'].map((eur) => ({ per: 'year', eur })),
  })
  await product('gas', 'GAS', 'RL.2', {
    fixed: { per: 'year', eur: '73' },
    variableEurPerKwh: '0.06',
    discounts: {},
  })
  const retailer = async (energy: 'electricity' | 'gas') =>
    (
      await db
        .insertInto('origin_retailer')
        .values({ energy, name: 'Aurora' })
        .returning('origin_retailer_id')
        .executeTakeFirstOrThrow()
    ).origin_retailer_id
  retailers = { electricity: await retailer('electricity'), gas: await retailer('gas') }
})
beforeEach(() => portal.context.db.deleteFrom('visitor_throttle').execute())
afterAll(() => portal.close())

const anInvoice = (given: object = {}) => ({
  cups,
  comerOrigin: retailers.electricity,
  startDate: '2026-09-01',
  endDate: '2026-09-30',
  accessTariff: '18',
  invoiceAmount: 89.86,
  p1: 50,
  p2: 40,
  p3: 110,
  power: 4.6,
  postcode: '28013',
  ...given,
})
const aGasInvoice = (given: object = {}) => ({
  cups,
  comerOrigin: retailers.gas,
  startDate: '2026-09-01',
  endDate: '2026-09-30',
  accessTariff: 102,
  invoiceAmount: 60,
  p1: 500,
  postcode: '28013',
  ...given,
})
const aContact = (given: object = {}) => ({
  name: 'Eva',
  surname1: 'Soler',
  email: 'eva@example.test',
  telephone: '600 111 222',
  contactHours: ['morning' as const],
  consent: true as const,
  ...given,
})
/** Returns the status and error code of a refused call. */
const refusal = (answer: { statusCode: number; json(): { error: { code: string } } }) => [
  answer.statusCode,
  answer.json().error.code,
]
const ask = (given: object) => portal.anonymous.sendRaw(compareElectricity, { body: anInvoice(given) as never })
const askGas = (given: object) => portal.anonymous.sendRaw(compareGas, { body: aGasInvoice(given) as never })

test('compares an invoice with every product, cheapest first, each priced as its bill would have been', async () => {
  const comparison = await portal.anonymous.send(compareElectricity, { body: anInvoice() })
  expect(comparison.products.map(({ name }) => name)).toEqual(['CLARA <b>', 'DEAR'])
  const { lines, taxes } = comparison.operations
  if (!('potencia' in lines)) throw new Error('These are lines of gas.')
  expect(lines.potencia[0]).toMatchObject({ name: 'Potencia P1', quantity: 4.6, multi: 30, amount: 11.34 })
  expect(lines.energia.map(({ name, quantity, amount }) => [name, quantity, amount])).toEqual([
    ['Energía P1', 50, 10],
    ['Energía P2', 40, 6],
    ['Energía P3', 110, 11],
    ['Descuento en la energía', 27, -1.08],
  ])
  expect(lines.lloguer).toHaveLength(1)
  expect(taxes[0]!.name).toContain('Impuesto especial')
  expect(taxes[1]!.name).toMatch(/^IVA \d/)

  const all = [...lines.potencia, ...lines.energia, ...lines.lloguer, ...taxes]
  const sum = all.reduce((total, { amount }) => total + amount!, 0)
  expect(sum).toBeCloseTo(comparison.total_amount, 6)
  for (const { price_unit, quantity, multi, amount } of [...lines.potencia, ...lines.energia])
    expect(price_unit * quantity * multi).toBeCloseTo(amount!, 2)
  const { invoice_parts: theirs, parts: ours } = comparison
  expect(theirs!.supply + theirs!.meter + theirs!.taxes).toBeCloseTo(89.86, 6)
  expect(theirs!.meter).toBe(ours.meter)
  expect(comparison).toMatchObject({ days: 30, kwh: 200, zone: 'peninsula', is_zone_known: true })
  const [best] = comparison.products
  expect(best!.difference).toBeCloseTo(comparison.total_amount - 89.86, 6)
  expect(best!.difference_year).toBeCloseTo((best!.difference * 365) / 30, 1)
})

test('compares a high-voltage invoice by its six powers and without a rented meter', async () => {
  const energy = { p1: 900, p2: 800, p3: 700, p4: 600, p5: 500, p6: 2_000 }
  const powers = { power: 100, power2: 100, power3: 110, power6: 451 }
  const comparison = await portal.anonymous.send(compareElectricity, {
    body: anInvoice({ accessTariff: '20', invoiceAmount: 1_500, ...powers, ...energy }),
  })
  expect(comparison.products.map(({ name }) => name)).toEqual(['ALTA'])
  const { lines } = comparison.operations
  if (!('potencia' in lines)) throw new Error('These are lines of gas.')
  // A period without a value has the power of the previous one.
  expect(
    lines.potencia
      .filter(({ multi }) => multi === 30)
      .map(({ quantity }) => quantity)
      .slice(0, 6),
  ).toEqual([100, 100, 110, 110, 110, 451])
  expect(lines.energia.map(({ quantity }) => quantity)).toEqual(Object.values(energy))
  expect(lines.lloguer).toEqual([])
  expect(comparison.content).toContain('No hay alquiler de contador')
  expect(comparison.content).toContain('Los excesos de potencia')
})

test('refuses a tariff without offers with its own code', async () => {
  const energy = { p1: 9, p2: 8, p3: 7, p4: 6, p5: 5, p6: 20 }
  expect(refusal(await ask({ accessTariff: '24', power: 20, ...energy }))).toEqual([409, 'no_offers'])
})

test('returns HTML with nothing but the server’s own text', async () => {
  const { header, content } = await portal.anonymous.send(compareElectricity, { body: anInvoice() })
  expect(header).toContain('CLARA &lt;b&gt;')
  expect((header + content).replace(/<\/?p>/g, '')).not.toMatch(/[<>]/)
})

test('reports an invoice that is cheaper than every offer', async () => {
  const { header, products } = await portal.anonymous.send(compareElectricity, {
    body: anInvoice({ invoiceAmount: 9 }),
  })
  expect(header).toMatch(/más\./)
  expect(products[0]!.difference).toBeGreaterThan(0)
})

test('assumes the peninsula for an unknown place and reports it; refuses a place with an unknown tax', async () => {
  const guessed = await portal.anonymous.send(compareElectricity, { body: anInvoice({ postcode: null }) })
  expect(guessed).toMatchObject({ zone: 'peninsula', is_zone_known: false })
  expect(guessed.content).toContain('No sabemos dónde')
  expect(refusal(await ask({ postcode: '51001' }))).toEqual([409, 'tax_unknown'])
})

test.each([
  [{ cups: 'ES1' }, 'cups'],
  [{ comerOrigin: 0 }, 'comerOrigin'],
  [{ comerOrigin: 9_999 }, 'comerOrigin'],
  [{ accessTariff: '' }, 'accessTariff'],
  [{ accessTariff: '27' }, 'accessTariff'],
  [{ startDate: '2026-02-30' }, 'startDate'],
  [{ endDate: '2026-08-30' }, 'endDate'],
  [{ endDate: '2026-10-16' }, 'endDate'],
  [{ power: 0 }, 'power'],
  [{ power2: 0 }, 'power2'],
  [{ power: -1 }, 'power'],
  [{ p1: null }, 'p1'],
  [{ p1: 3_500 }, 'p1'],
  [{ p5: 3 }, 'p5'],
  [{ invoiceAmount: 0 }, 'invoiceAmount'],
  [{ postcode: '99999' }, 'postcode'],
  [{ more: 1 }, 'more'],
])('reports %j as a problem of the field %s', async (given, field) => {
  const answer = await ask(given)
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid'])
  expect(Object.keys(answer.json().errors)).toEqual([field])
})

test('reports a field problem in the other languages', async () => {
  const body = anInvoice({ power: 0 })
  const answer = await portal.anonymous.sendRaw(compareElectricity, { body }, { headers: { 'accept-language': 'ca' } })
  expect(answer.json().errors.power[0]).toMatch(/potència/)
})

test('refuses a tariff without products, and rate-limits repeated comparisons', async () => {
  const six = Object.fromEntries(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((field) => [field, 10]))
  expect(refusal(await ask({ accessTariff: 19, power: 20, ...six }))).toEqual([409, 'no_offers'])
  for (let visit = 0; visit < 60; visit++) await ask({})
  expect(refusal(await ask({}))).toEqual([429, 'too_many_attempts'])
  // Electricity and gas share one counter.
  expect(refusal(await askGas({}))).toEqual([429, 'too_many_attempts'])
})

test('compares gas where its taxes are known', async () => {
  expect(refusal(await askGas({ postcode: '51001' }))).toEqual([409, 'tax_unknown'])
  expect(refusal(await askGas({ accessTariff: 103 }))).toEqual([409, 'no_offers'])
  const comparison = (await askGas({})).json()
  expect(comparison.operations.lines).toMatchObject({
    fijo: [{ name: 'Término fijo', quantity: 30, multi: 1, amount: 6 }],
    variable: [{ name: 'Término variable', quantity: 500, price_unit: 0.06, amount: 30 }],
  })
  expect(comparison.operations.taxes.map(({ name }: { name: string }) => name)).toEqual([
    'Impuesto sobre hidrocarburos',
    expect.stringMatching(/^IVA/),
  ])
  expect(Object.keys((await askGas({ p1: null })).json().errors)).toEqual(['p1'])
})

test('is not available without the comparator setting, nor for gas without the gas setting', async () => {
  await portal.set('features.displayTypes', ['electricity'])
  expect((await askGas({})).statusCode).toBe(404)
  await portal.set('features.displayTypes', ['electricity', 'gas'])
  await portal.set('comparator.enabled', false)
  expect((await ask({})).statusCode).toBe(404)
  await portal.set('comparator.enabled', true)
})

const leads = () => portal.context.db.selectFrom('lead').selectAll().orderBy('lead_id').execute()

test('stores nothing when comparing; stores a contact with what was compared', async () => {
  await portal.anonymous.send(compareElectricity, { body: { ...anInvoice(), consent: true } })
  expect(await leads()).toEqual([])
  const comparison = anInvoice()
  const sent = portal.anonymous.send(sendElectricityContact, { body: { ...aContact(), cups, comparison } })
  expect(await sent).toEqual({ status: 'OK' })
  await portal.anonymous.send(compareGas, { body: { ...aContact(), cups, comparison: aGasInvoice() } })
  expect(await leads()).toMatchObject([
    {
      kind: 'electricity_comparison',
      name: 'Eva Soler',
      phone: '+34600111222',
      cups20: cups.slice(0, 20),
      state: 'sent',
      steps: { contact: { contactHours: ['morning'] }, comparison: { invoiceAmount: 89.86 } },
    },
    { kind: 'gas_comparison' },
  ])
})

test.each([
  [{ consent: false }, 400, 'consent'],
  [{ telephone: '12' }, 400, 'telephone'],
  [{ contactHours: [] }, 400, 'contactHours'],
  [{ mode: 'manual' as const }, 400, 'invoice'],
])('rejects a contact with %j', async (given, status, field) => {
  const before = await leads()
  const answer = await portal.anonymous.sendRaw(sendElectricityContact, { body: { ...aContact(), ...given } as never })
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([status, [field]])
  expect(await leads()).toEqual(before)
})

test('accepts an invoice with a contact if manual comparison is enabled', async () => {
  const invoice = { filename: 'factura.pdf', content: aPdf.toString('base64') }
  const body = { ...aContact({ email: 'joan@example.test' }), mode: 'manual' as const, invoice }
  expect(await portal.anonymous.send(sendElectricityContact, { body })).toEqual({ status: 'OK' })
  const { lead_id } = (await leads()).at(-1)!
  const files = await portal.context.db.selectFrom('lead_file').where('lead_id', '=', lead_id).selectAll().execute()
  expect(files).toMatchObject([{ purpose: 'invoice' }])

  const unknown = { ...body, invoice: { id: crypto.randomUUID() } }
  expect(
    (await portal.anonymous.sendRaw(sendElectricityContact, { body: unknown })).json().errors.invoice,
  ).toHaveLength(1)
  await portal.set('comparator.calculationMode', 'writed_data')
  for (const call of [sendElectricityContact, compareGas] as const)
    expect(refusal(await portal.anonymous.sendRaw(call, { body }))).toEqual([403, 'comparator_manual_off'])
  await portal.set('comparator.calculationMode', 'all')
})

test('rate-limits contacts, whatever was compared', async () => {
  const body = aContact({ email: 'again@example.test' })
  for (let time = 0; time < 3; time++) await portal.anonymous.send(sendElectricityContact, { body })
  for (const call of [sendElectricityContact, compareGas] as const)
    expect(refusal(await portal.anonymous.sendRaw(call, { body }))).toEqual([429, 'too_many_attempts'])
})

test('allows a read-only user to compare but not to send a contact', async () => {
  const reader = await portal.as(await insertUser(portal.context.db), { readonly: true })
  for (const call of [sendElectricityContact, compareGas] as const)
    expect(refusal(await reader.sendRaw(call, { body: aContact() }))).toEqual([403, 'token_readonly'])
  expect((await reader.sendRaw(compareElectricity, { body: anInvoice() })).statusCode).toBe(200)
  expect((await reader.sendRaw(compareGas, { body: aGasInvoice() as never })).statusCode).toBe(200)
})

/** Returns a curve of one kWh in every hour of the days. */
function aCurve(first: string, last: string, of = cups): CurveDay[] {
  return daysFrom(first, last).map((day) => ({
    cups: of,
    day,
    source: 'datadis',
    stepMinutes: 60,
    importWh: Array.from({ length: countIntervalsOf(day, 60, 'Europe/Madrid') }, () => 1_000),
    exportWh: null,
    reactiveVarh: null,
    quality: null,
    version: 0,
    invoice: null,
  }))
}

async function sendCurve(content: string | Buffer, query = '', visitor: TestVisitor = portal.anonymous) {
  const boundary = 'a-line-between-parts'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="curve.csv"\r\ncontent-type: text/csv\r\n\r\n`
  return portal.app.inject({
    method: 'POST',
    url: `/api/v2/price-compare/curve-file/${query}`,
    headers: {
      host: 'portal.test',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(visitor.token ? { authorization: `Bearer ${visitor.token}` } : {}),
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

const datadis = (...args: Parameters<typeof aCurve>) => [...writeCurveFile('datadis', aCurve(...args))].join('')

test('sums a curve file by period and day, and stores nothing of it', async () => {
  // Monday to Sunday: five days with 8 hours of each period, and two of valley only.
  expect((await sendCurve(datadis('2026-09-14', '2026-09-20'))).json()).toEqual({
    cups: cups.slice(0, 20),
    start: '2026-09-14',
    end: '2026-09-20',
    days: 7,
    missing_hours: 0,
    kwh: [40, 40, 88],
    surplus_kwh: null,
  })
  const fedIn = aCurve('2026-09-14', '2026-09-20').map((day) => ({ ...day, exportWh: day.importWh.map(() => 250) }))
  expect((await sendCurve([...writeCurveFile('datadis', fedIn)].join(''))).json()).toMatchObject({ surplus_kwh: 42 })
  const within = await sendCurve(datadis('2026-09-14', '2026-09-20'), '?startDate=2026-09-19&endDate=2026-10-01')
  expect(within.json()).toMatchObject({ start: '2026-09-19', end: '2026-09-20', kwh: [0, 0, 48] })
  const holed = [...aCurve('2026-09-14', '2026-09-14'), ...aCurve('2026-09-16', '2026-09-16')]
  const answer = await sendCurve([...writeCurveFile('datadis', holed)].join(''))
  expect(answer.json()).toMatchObject({ days: 2, missing_hours: 24 })
  // The missing day in between has 25 hours.
  const holedInOctober = [...aCurve('2026-10-24', '2026-10-24'), ...aCurve('2026-10-26', '2026-10-26')]
  const ofOctober = await sendCurve([...writeCurveFile('datadis', holedInOctober)].join(''))
  expect(ofOctober.json()).toMatchObject({ days: 2, missing_hours: 25 })
  expect(await portal.context.db.selectFrom('curve_day').selectAll().execute()).toEqual([])
})

test('sums a file that names no supply', async () => {
  const lines = Array.from({ length: 24 }, (_, hour) => `14/09/2026;${hour + 1};0,500`)
  const answer = await sendCurve(`Fecha;Hora;Consumo_kWh\n${lines.join('\n')}\n`)
  expect(answer.json()).toMatchObject({ cups: null, days: 1, kwh: [4, 4, 4] })
})

test.each([
  ['nothing', '', '', 400, 'file_empty'],
  ['a letter', 'Dear retailer,\nhow are you?\n', '', 422, 'curve_unreadable'],
  ['an archive', Buffer.from('PK\x03\x04abcd'), '', 415, 'curve_packed'],
  [
    'two supply points',
    datadis('2026-09-14', '2026-09-14') + datadis('2026-09-14', '2026-09-14', makeCups('0021', '990000000009')),
    '',
    422,
    'curve_of_several',
  ],
  ['generated energy', 'ES0031000000000001JN1F001;2026/09/14 01:00;1;1.5;0;0;0;0;R\n', '', 422, 'curve_of_generation'],
  [
    'self-consumed energy',
    'ES0189990000000002YH0F;2026/09/14 01:00;1;609;0;0;0;0;0;;;M21;\n',
    '',
    422,
    'curve_of_generation',
  ],
  [
    'other days',
    datadis('2026-09-14', '2026-09-14'),
    '?startDate=2026-01-01&endDate=2026-01-31',
    422,
    'curve_not_of_days',
  ],
] as const)('refuses %s instead of a curve', async (_, content, query, status, code) => {
  const answer = await sendCurve(content, query)
  expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
})

test.each([
  ['the file', 15_000_001],
  ['the whole request', 15_100_000],
])('refuses a curve when %s is too large', async (_, size) => {
  const answer = await sendCurve(Buffer.alloc(size, '1'))
  expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'file_too_large'])
})

test('reports a form without a file, and rate-limits files', async () => {
  const empty = await portal.app.inject({
    method: 'POST',
    url: '/api/v2/price-compare/curve-file/',
    headers: { host: 'portal.test' },
  })
  expect(refusal(empty)).toEqual([400, 'file_missing'])
  for (let visit = 0; visit < 20; visit++) await sendCurve('')
  expect(refusal(await sendCurve(''))).toEqual([429, 'too_many_attempts'])
})

test('compares every product on a customer’s own measured year', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const { product_id } = await db
    .selectFrom('product')
    .where('name', '=', 'DEAR')
    .select('product_id')
    .executeTakeFirstOrThrow()
  const contract = await insertContract(db, { customerId, product_id, starts_on: '2025-01-01' })
  const anna = await portal.as(await insertUser(db, { customerIds: [customerId] }), { readonly: true })
  const params = { contractName: contract.name }
  const ofYear = async (visitor: TestVisitor) => visitor.sendRaw(compareOwnYear, { params })

  expect((await ofYear(portal.anonymous)).statusCode).toBe(401)
  const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  expect((await ofYear(stranger)).statusCode).toBe(404)
  expect((await ofYear(anna)).json()).toMatchObject({ start: null, days: 0, products: [] })

  const file = [...writeCurveFile('datadis', aCurve('2025-09-01', '2026-10-10', contract.cups))].join('')
  await importCurves({
    db,
    fileName: 'curve.csv',
    now: portal.context.clock(),
    source: Readable.from([Buffer.from(file)]),
  })
  const year = await anna.send(compareOwnYear, { params })
  expect(year).toMatchObject({ start: '2025-10-11', end: '2026-10-10', days: 365, missing_hours: 0 })
  expect(year.kwh.reduce((sum, kwh) => sum + kwh, 0)).toBe(365 * 24)
  expect(year.present).toMatchObject({ name: 'DEAR' })
  expect(year.products.map(({ name }) => name)).toEqual(['CLARA <b>', 'DEAR'])
  const [clara, dear] = year.products
  expect(dear!.difference).toBe(0)
  expect(clara!.difference).toBeCloseTo(clara!.total_amount - year.present!.total_amount, 6)
  expect(clara!.difference_year).toBe(clara!.difference)

  // Half of the year was billed in six periods; what it would cost now is computed by the current ones.
  const set = (tariff: string, tariff_from: string | null) =>
    db.updateTable('contract').set({ tariff, tariff_from }).where('contract_id', '=', contract.contractId).execute()
  await set('3.0TD', null)
  await set('2.0TD', '2026-05-01')
  expect((await anna.send(compareOwnYear, { params })).kwh).toEqual(year.kwh)
  while (await recountTotals(db));
  expect((await anna.send(compareOwnYear, { params })).kwh).toEqual(year.kwh)
})

test('includes a roof in the own year: surplus by month, up to the energy of its bill, and the wallet', async () => {
  const { db } = portal.context
  const prices = {
    powerPerKw: [
      { per: 'year', eur: '30' },
      { per: 'year', eur: '1.4' },
    ],
    energyEurPerKwh: ['0.22', '0.17', '0.12'],
    surplusEurPerKwh: '0.1',
    discounts: {},
  }
  const { product_id } = await db
    .insertInto('product')
    .values({ energy: 'electricity', name: 'SOL' })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('product_price')
    .values({ product_id, tariff: '2.0TD', valid_from: '2024-01-01', prices: JSON.stringify(prices) })
    .execute()
  await db
    .insertInto('offer')
    .values({ product_id, descriptions: '{}', from_day: '2025-01-01', with_self_consumption: true })
    .execute()
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, {
    customerId,
    starts_on: '2025-01-01',
    self_consumption_code: '41',
    product_id,
  })
  const holder = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  // In September the roof produces three times what the house consumes.
  const days = aCurve('2025-10-11', '2026-10-10', contract.cups).map((day) => ({
    ...day,
    exportWh: day.importWh.map(() => (day.day.startsWith('2026-09') ? 3_000 : 400)),
  }))
  await importCurves({
    now,
    db,
    fileName: 'curve.csv',
    source: Readable.from([Buffer.from([...writeCurveFile('datadis', days)].join(''))]),
  })
  const ofYear = () => holder.send(compareOwnYear, { params: { contractName: contract.name } })

  const bare = await ofYear()
  expect(bare.surplus_kwh).toBeCloseTo(0.4 * 335 * 24 + 3 * 30 * 24, 0)
  const [best] = bare.products
  expect([best!.name, bare.has_wallet, best!.wallet_amount]).toEqual(['SOL', false, 0])
  // Surplus in September pays for its own energy only: less than ten cents for each kWh.
  expect(best!.surplus_amount).toBeLessThan(bare.surplus_kwh * 0.1 - 80)
  expect(best!.pays_surplus).toBe(true)
  const dear = bare.products.find(({ name }) => name === 'DEAR')
  expect(dear).toMatchObject({ pays_surplus: false, surplus_amount: 0, wallet_amount: 0 })

  const { battery_id } = await db
    .insertInto('battery')
    .values({ customer_id: customerId, name: 'Monedero' })
    .returning('battery_id')
    .executeTakeFirstOrThrow()
  const link = { percentage: 100, starts_on: '2025-01-01', is_origin: true }
  await db
    .insertInto('battery_link')
    .values({ battery_id, contract_id: contract.contractId, customer_id: customerId, ...link })
    .execute()
  const saved = await ofYear()
  expect(saved.has_wallet).toBe(true)
  expect(saved.products[0]!.wallet_amount).toBeGreaterThan(0)

  // An invoice may include what the panels fed in: SOL pays for it, up to the invoice's own energy.
  const compareWithSurplus = async (surplus: number) =>
    portal.anonymous.send(compareElectricity, { body: anInvoice({ cups: makeCups('0021', '990000000077'), surplus }) })
  const energy = 50 * 0.22 + 40 * 0.17 + 110 * 0.12
  for (const [surplus, paid] of [
    [100, 10],
    [900, energy],
  ] as const) {
    const comparison = await compareWithSurplus(surplus)
    const { lines } = comparison.operations
    if (!('energia' in lines)) throw new Error('These are lines of gas.')
    const ofSurplus = lines.energia.filter(({ name }) => name.startsWith('Excedentes'))
    expect(comparison.products[0]!.name).toBe('SOL')
    expect(ofSurplus.reduce((sum, { amount }) => sum + amount!, 0)).toBeCloseTo(-paid, 2)
  }
  expect((await compareWithSurplus(0)).products.map(({ name }) => name)).not.toContain('SOL')
  expect(saved.products[0]!.total_amount).toBeCloseTo(best!.total_amount - saved.products[0]!.wallet_amount, 2)
})

test.each([
  ['with a tariff for which nothing is sold', { tariff: '3.0TD', power_watts: Array(6).fill(20_000) }, {}, 'no_offers'],
  ['in a place whose tax is unknown', {}, { postcode: '51001', province_code: '51' }, 'tax_unknown'],
])('refuses the own year of a contract %s', async (_, given, place, code) => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId, starts_on: '2025-01-01', ...given })
  if (Object.keys(place).length)
    await db.updateTable('supply_point').set(place).where('cups', '=', contract.cups).execute()
  const file = [...writeCurveFile('datadis', aCurve('2025-11-01', '2026-09-30', contract.cups))].join('')
  await importCurves({
    db,
    fileName: 'curve.csv',
    now: portal.context.clock(),
    source: Readable.from([Buffer.from(file)]),
  })
  const holder = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  const answer = await holder.sendRaw(compareOwnYear, { params: { contractName: contract.name } })
  expect(refusal(answer)).toEqual([409, code])
})

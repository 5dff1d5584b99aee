import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { computeElectricityBill, type ElectricityBillInput } from '#vocabulary/bill-electricity.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { readInvoiceDetails, readInvoiceHours } from '../api.ts'

let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract

/** The number of an invoice as some billing systems write it. */
const number = 'FE/26 €#1?&%2F'

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T10:00:00Z') })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  await insertBill({ number: 'FE-year', firstDay: '2025-10-01', lastDay: '2025-10-31', energyWh: [1e5, 1e5, 1e5] })
  await insertBill({ number: 'FE-before', firstDay: '2026-09-01', lastDay: '2026-09-30', energyWh: [5e4, 5e4, 5e4] })
  const id = await insertBill({ number, firstDay: '2026-10-01', lastDay: '2026-10-31', energyWh: [9e4, 9e4, 9e4] })
  await insertInvoice(db, {
    contract,
    number: 'FA-1',
    starts_on: '2026-10-01',
    ends_on: '2026-10-31',
    rectificative_type: 'A',
    rectifies_invoice_id: id,
    amount_total_cents: -4569,
  })
  await insertCurveDays(db, [
    {
      ...{ supply_point_id: contract.supplyPointId, day: '2026-10-05', source: 'P1D', step_minutes: 60 },
      ...{ import_wh: Array(24).fill(1000), import_period_wh: [8000, 8000, 8000] },
    },
  ])
  const jointId = await insertMultipointInvoice(db, { customerId, number: 'FM 1' })
  const gas = await insertContract(db, { customerId, energy: 'gas' })
  await insertInvoice(db, { contract: gas, energy: 'gas', number: 'FG-1', multipoint_invoice_id: jointId })
  await db
    .insertInto('gas_reading')
    .values([
      { supply_point_id: gas.supplyPointId, day: '2026-08-31', register_litres: 120_000 },
      {
        ...{ supply_point_id: gas.supplyPointId, day: '2026-09-30', register_litres: 150_500, is_estimated: true },
        factor_kwh_per_m3: '11.63',
      },
    ])
    .execute()
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

function insertBill({
  number,
  firstDay,
  lastDay,
  energyWh,
}: { number: string } & Pick<ElectricityBillInput, 'firstDay' | 'lastDay' | 'energyWh'>) {
  const { lines, totalCents } = computeElectricityBill({
    ...{ firstDay, lastDay, energyWh, dueDay: '2026-10-10', zone: 'peninsula', powerWatts: [4600, 4600] },
    ...{ surplusWh: 0, chargesSocialBonusFunding: true, meter: 'single_phase', walletCents: 0 },
    prices: {
      powerPerKw: [
        { per: 'day', eur: '0.09' },
        { per: 'day', eur: '0.02' },
      ],
      energyEurPerKwh: ['0.20', '0.15', '0.10'],
      surplusEurPerKwh: null,
      discounts: {},
    },
  })
  return insertInvoice(portal.context.db, {
    ...{ contract, number, starts_on: firstDay, ends_on: lastDay, amount_total_cents: totalCents },
    content: JSON.stringify({
      ...{ lines, energyWhByPeriod: energyWh, surplusWh: 0, powerWatts: [4600, 4600] },
      ...{ tariff: '2.0TD', productName: 'Tarifa', maximumPowerWatts: [3_900, 2_100] },
    }),
  })
}

function setRenewal(renews_on: string | null) {
  return portal.context.db
    .updateTable('contract')
    .where('contract_id', '=', contract.contractId)
    .set({ renews_on })
    .execute()
}

describe('the details of an invoice', () => {
  test.each([
    ['anonymous visitors', () => portal.anonymous, 401],
    ['another customer', () => stranger, 404],
    ['a read-only visitor', () => annaReadonly, 200],
  ])('for %s', async (_, who, status) => {
    expect((await who().sendRaw(readInvoiceDetails, { query: { number } })).statusCode).toBe(status)
  })

  test.each([
    ['an unknown number', { number: 'FE-0' }, 404],
    ['part of a number', { number: 'FE%' }, 404],
    ['no number', { number: '' }, 400],
    ['a number that no invoice can have', { number: 'F'.repeat(61) }, 400],
  ])('%s', async (_, query, status) => {
    expect((await anna.sendRaw(readInvoiceDetails, { query })).statusCode).toBe(status)
  })

  test('are not told of an invoice that is held back, nor compared with it', async () => {
    const { db } = portal.context
    const setHeld = (held: string, isHeld: boolean) =>
      db.updateTable('invoice').where('number', '=', held).set({ is_held: isHeld }).execute()
    await setHeld(number, true)
    expect((await anna.sendRaw(readInvoiceDetails, { query: { number } })).statusCode).toBe(404)
    expect((await anna.sendRaw(readInvoiceHours, { query: { number } })).statusCode).toBe(404)
    await setHeld(number, false)
    await setHeld('FE-before', true)
    expect(await anna.send(readInvoiceDetails, { query: { number } })).toMatchObject({ before: null })
    await setHeld('FE-before', false)
  })

  test('have its lines, and why it differs from the month before and from a year ago', async () => {
    const details = await anna.send(readInvoiceDetails, { query: { number } })
    if (details.kind === 'multipoint') throw new Error('not an invoice')
    expect(details).toMatchObject({
      kind: 'electricity',
      contract_id: contract.contractId,
      powers: [4.6, 4.6],
      energy_by_period: [90, 90, 90],
      readings: null,
      has_hours: true,
      corrected_by: [{ number: 'FA-1', type: 'A' }],
    })
    expect(details.invoice.number).toBe(number)
    const lines = details.lines.map(({ amount }) => Math.round(amount * 100))
    expect(lines.reduce((sum, cents) => sum + cents, 0)).toBe(Math.round(details.invoice.amount_total * 100))
    expect([details.before!.number, details.year_before!.number]).toEqual(['FE-before', 'FE-year'])
    expect(details.before!.steps!.map(({ cause }) => cause)).toEqual(['use', 'days'])
    expect(details.year_before!.steps!.map(({ cause }) => cause)).toEqual(['use', 'regulated_prices'])
    for (const { difference, steps } of [details.before!, details.year_before!])
      expect(steps!.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(Math.round(difference * 100))
  })

  test('tell of the meter and the contract what the paper tells, in the language of the user', async () => {
    const { db } = portal.context
    const setContract = (values: { distributor_reference: string | null; renews_on: string | null }) =>
      db.updateTable('contract').where('contract_id', '=', contract.contractId).set(values).execute()
    await setContract({ distributor_reference: '400100200300', renews_on: '2027-03-01' })
    const details = await anna.send(readInvoiceDetails, { query: { number } })
    if (details.kind === 'multipoint') throw new Error('not an invoice')
    const particulars = new Map(details.particulars.map(({ label, value }) => [label, value.replaceAll('\u00a0', ' ')]))
    expect(Object.fromEntries(particulars)).toMatchObject({
      'Contrato de acceso': '400100200300',
      'Fin del contrato': 'Se renueva el 01/03/2027',
      'Penalización por irte antes': 'Ninguna',
      'Origen de la energía': '100 % renovable',
      // 4.6 kW × 31 × 28.429836 / 365 = 11.11; 90 × 0.130112 = 11.71; of them charges 1.82 and 7.23.
      'Incluye peajes y cargos': 'Peajes 13,77 € · cargos 9,05 €',
    })
    await setContract({ distributor_reference: null, renews_on: null })
  })

  test('have the address of the comparator that the paper has, once the code of the retailer is known', async () => {
    const address = async () => {
      const details = await anna.send(readInvoiceDetails, { query: { number } })
      return details.kind === 'multipoint' ? undefined : details.comparator_url
    }
    await setRenewal('2027-03-01')
    await portal.set('organization.marketCode', '')
    expect(await address()).toBeNull()
    await portal.set('organization.marketCode', 'R2-415')
    const { searchParams } = new URL((await address())!)
    expect([searchParams.get('imp'), searchParams.get('pmaxP1')]).toEqual(['73.43', '3.900'])
    expect([searchParams.get('tc'), searchParams.get('cambio')]).toEqual(['E0', '0'])
    await setRenewal(null)
  })

  test('have no address of the comparator where a tax of the territory is not known', async () => {
    const { db } = portal.context
    const setProvince = (province_code: string) =>
      db
        .updateTable('supply_point')
        .where('supply_point_id', '=', contract.supplyPointId)
        .set({ province_code })
        .execute()
    const { province_code } = await db
      .selectFrom('supply_point')
      .where('supply_point_id', '=', contract.supplyPointId)
      .select('province_code')
      .executeTakeFirstOrThrow()
    await portal.set('organization.marketCode', 'R2-415')
    await setRenewal('2027-03-01')
    await setProvince('51')
    expect(await anna.send(readInvoiceDetails, { query: { number } })).toMatchObject({ comparator_url: null })
    await setProvince(province_code)
    await setRenewal(null)
  })

  test('do not compare an invoice that cancels another', async () => {
    expect(await anna.send(readInvoiceDetails, { query: { number: 'FA-1' } })).toMatchObject({
      before: null,
      year_before: null,
      corrects: { number },
      lines: [],
      has_hours: false,
    })
  })

  test('have the readings of a gas meter, and which of them is estimated', async () => {
    expect(await anna.send(readInvoiceDetails, { query: { number: 'FG-1' } })).toMatchObject({
      kind: 'gas',
      readings: {
        unit: 'm3',
        from: { date: '2026-08-31', is_estimated: false, registers: [120] },
        to: { date: '2026-09-30', is_estimated: true, registers: [150.5] },
        factor: 11.63,
      },
    })
  })

  test('of a multipoint invoice are its invoices', async () => {
    expect(await anna.send(readInvoiceDetails, { query: { number: 'FM 1' } })).toMatchObject({
      kind: 'multipoint',
      invoice: { number: 'FM 1' },
      members: [{ number: 'FG-1', amount_total: 45.69 }],
    })
    expect((await stranger.sendRaw(readInvoiceDetails, { query: { number: 'FM 1' } })).statusCode).toBe(404)
  })
})

describe('the hours of an invoice', () => {
  test.each([
    ['anonymous visitors', () => portal.anonymous, 401],
    ['another customer', () => stranger, 404],
    ['a read-only visitor', () => annaReadonly, 200],
  ])('for %s', async (_, who, status) => {
    expect((await who().sendRaw(readInvoiceHours, { query: { number } })).statusCode).toBe(status)
  })

  test.each([
    ['an unknown number', 'FE-0', 'no_such_invoice'],
    ['gas, which has no hours', 'FG-1', 'no_hours'],
  ])('%s', async (_, given, code) => {
    const answer = await anna.sendRaw(readInvoiceHours, { query: { number: given } })
    expect([answer.statusCode, answer.json().message]).toEqual([404, code])
  })

  test('have the cost of each, with its taxes', async () => {
    const hours = await anna.send(readInvoiceHours, { query: { number } })
    expect(hours.date.length, 'the 31 days of October, one of them of 25 hours').toBe(31 * 24 + 1)
    const first = hours.date.indexOf('2026-10-05T00:00:00+02:00')
    expect([hours.period[first], hours.energy[first]]).toEqual([3, 1])
    expect(hours.cost[first], '1 kWh × 0.10 × 1.0511 × 1.21').toBeCloseTo(0.127187, 5)
    expect(hours.cost[0], 'no value, no cost').toBeNull()
    const { invoice } = await anna.send(readInvoiceDetails, { query: { number } })
    expect(Math.round((hours.energy_amount + hours.other_amount) * 100)).toBe(Math.round(invoice.amount_total * 100))
    expect(hours.follows_market).toBe(false)
  })

  test('have each its own price where the product follows the market', async () => {
    const { db } = portal.context
    await db.insertInto('product').values({ name: 'Tarifa', energy: 'electricity', is_dynamic: true }).execute()
    const publish = (days: string[]) => {
      const cents_per_mwh = Array.from({ length: 24 }, (_, hour) => (hour < 4 ? 4_000 : 8_000))
      return db
        .insertInto('spot_price')
        .values(days.map((day) => ({ day, cents_per_mwh })))
        .execute()
    }
    const ofNight = async () => {
      const hours = await anna.send(readInvoiceHours, { query: { number } })
      const first = hours.date.indexOf('2026-10-05T00:00:00+02:00')
      return { ...hours, costs: [hours.cost[first + 3], hours.cost[first + 4]] }
    }
    await publish(daysFrom('2026-10-01', '2026-10-30'))
    const unpublished = await ofNight()
    expect([unpublished.follows_market, unpublished.costs[0] === unpublished.costs[1]]).toEqual([false, true])
    await publish(['2026-10-31'])
    const published = await ofNight()
    expect(published.follows_market).toBe(true)
    await setRenewal('2027-03-01')
    expect(await anna.send(readInvoiceDetails, { query: { number } })).toMatchObject({
      comparator_url: expect.stringContaining('tc=B0'),
    })
    await setRenewal(null)
    // Half of the night has 0.04 and half 0.08, so that hours of the line's 0.10 cost 0.08 and 0.12 before taxes.
    expect(published.costs[0]).toBeCloseTo(0.08 * 1.0511269 * 1.21, 5)
    expect(published.costs[1]).toBeCloseTo(0.12 * 1.0511269 * 1.21, 5)
  })
})

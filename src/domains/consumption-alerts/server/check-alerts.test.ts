import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { deliverMails } from '#domains/messages/server/messages-testing.ts'
import { addDays, addMonths, daysFrom } from '#vocabulary/day.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { type AlertChoice, alertKinds } from '../rules.ts'
import { saveChoice } from './alert-store.ts'
import { checkDueAlerts } from './check-alerts.ts'

const now = new Date('2026-11-20T10:00:00Z')
const off: AlertChoice = { budget: null, standby: null, nothing_used: null, over_power: false }
const prices = {
  powerPerKw: [
    { per: 'day', eur: '0.09' },
    { per: 'day', eur: '0.02' },
  ],
  ...{ energyEurPerKwh: ['0.20', '0.15', '0.10'], surplusEurPerKwh: null, discounts: {} },
}

let portal: TestPortal
let customerId: number
let userId: number
let contract: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  portal.setClock(now)
  for (const table of ['consumption_alert', 'outbox_message'] as const) await db.deleteFrom(table).execute()
  customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, starts_on: '2025-01-01', power_watts: [3_000, 5_000] })
  userId = await insertUser(db, { customerIds: [customerId], locale: 'es' })
  // On since the beginning of the month.
  portal.setClock(new Date('2026-11-01T10:00:00Z'))
})

const turnOn = (choice: Partial<AlertChoice>, of = contract) =>
  saveChoice(portal.context.db, { userId, ...of }, { ...off, ...choice }, portal.context.clock())

type Measured = { wh?: number; hours?: Record<number, number | null>; quality?: string; of?: CreatedContract }

/** Stores the energy of each hour of some days, as a file that comes in does. */
async function measure(first: string, last: string, { wh = 300, hours = {}, quality, of = contract }: Measured = {}) {
  const { db } = portal.context
  await db
    .deleteFrom('curve_day')
    .where('supply_point_id', '=', of.supplyPointId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute()
  await insertCurveDays(
    db,
    daysFrom(first, last).map((day) => {
      const import_wh = Array.from({ length: 24 }, (_, hour) => (hour in hours ? hours[hour]! : wh))
      const totals = { import_period_wh: [wh * 8, wh * 8, wh * 8], quality: quality?.repeat(24) ?? null }
      return { supply_point_id: of.supplyPointId, day, source: 'P5D', step_minutes: 60, import_wh, ...totals }
    }),
  )
  version++
  await db
    .insertInto('curve_version')
    .values({ supply_point_id: of.supplyPointId, version })
    .onConflict((conflict) => conflict.column('supply_point_id').doUpdateSet({ version }))
    .execute()
}
let version = 1_000

/** Lets all alerts be due, and compares them with their curves. */
async function check(at = now) {
  const { db } = portal.context
  portal.setClock(at)
  await db.updateTable('consumption_alert').set({ due_at: at }).execute()
  while (
    await checkDueAlerts({ ...portal.context, log: { error: (details) => expect.fail(JSON.stringify(details)) } })
  );
}

const queued = () => portal.context.db.selectFrom('outbox_message').selectAll().orderBy('created_at').execute()
const kinds = async () => (await queued()).map(({ kind }) => kind).sort()

const deliver = () => deliverMails(portal)

/** The nights use 400 W since the 17th, after 120 W. */
async function raiseStandby(given: Measured = {}) {
  const night = (watts: number) => Object.fromEntries([0, 1, 2, 3, 4, 5].map((hour) => [hour, watts]))
  await measure('2026-10-20', '2026-11-16', { hours: night(120), ...given })
  await measure('2026-11-17', '2026-11-19', { hours: night(400), ...given })
}

describe('standby power that rises', () => {
  test('is told once, with its curve, what to do, and how to turn the alert off', async () => {
    await turnOn({ standby: 100 })
    await raiseStandby()
    await check()
    const [mail, ...others] = await deliver()
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Tu consumo de noche ha subido 280 W')
    expect(mail!.text).toContain('Desde la noche del 17/11/2026 usas al menos 400 W')
    expect(mail!.text).toContain('Consumo de cada noche, del 03/11/2026 al 19/11/2026: de 120 W a 400 W o más.')
    expect(mail!.text).toContain('Apagar este aviso: https://portal.example/alerts?alert=')
    expect(mail!.turnOffHref).toMatch(/^https:\/\/portal\.example\/alerts\?alert=/)
    const [picture] = mail!.pictures!
    expect(mail!.html).toContain(`src="cid:${picture!.contentId}"`)
    expect(picture!.content.subarray(1, 4).toString()).toBe('PNG')
    await measure('2026-11-20', '2026-11-20', { hours: { 0: 400, 1: 400, 2: 400, 3: 400, 4: 400, 5: 400 } })
    await check(new Date('2026-11-21T10:00:00Z'))
    expect(await queued()).toHaveLength(1)
  })

  test.each(['E', 'P', 'D'])('is not told by hours of quality %s', async (quality) => {
    await turnOn({ standby: 100 })
    await raiseStandby({ quality })
    await check()
    expect(await queued()).toEqual([])
  })

  test('by less than the figure is not told', async () => {
    await turnOn({ standby: 281 })
    await raiseStandby()
    await check()
    expect(await queued()).toEqual([])
    await turnOn({ standby: 280 })
    await check()
    expect(await kinds()).toEqual(['consumption-alerts.standby'])
  })

  test('before the alert was turned on is not told', async () => {
    portal.setClock(new Date('2026-11-20T09:00:00Z'))
    await turnOn({ standby: 100 })
    await raiseStandby()
    await check()
    expect(await queued()).toEqual([])
  })
})

describe('a day without energy', () => {
  test('is told once for each stretch', async () => {
    await turnOn({ nothing_used: 1 })
    await measure('2026-11-01', '2026-11-17')
    await measure('2026-11-18', '2026-11-18', { wh: 0 })
    await check()
    await measure('2026-11-19', '2026-11-19', { wh: 0 })
    await check()
    expect(await queued()).toMatchObject([
      { kind: 'consumption-alerts.nothing_used', values: { firstDay: '2026-11-18', days: 1 } },
    ])
    await measure('2026-11-20', '2026-11-20')
    await measure('2026-11-21', '2026-11-21', { wh: 0 })
    await check(new Date('2026-11-22T10:00:00Z'))
    expect(await queued()).toHaveLength(2)
  })

  test('of which an hour is missing is not told', async () => {
    await turnOn({ nothing_used: 1 })
    await measure('2026-11-18', '2026-11-18', { wh: 0, hours: { 5: null } })
    await check()
    expect(await queued()).toEqual([])
  })
})

describe('power above the contracted one', () => {
  test('is told once a month, with the worst hour', async () => {
    await turnOn({ over_power: true })
    await measure('2026-11-01', '2026-11-17')
    await measure('2026-11-18', '2026-11-18', { hours: { 12: 3_600, 13: 3_400 } })
    await check()
    expect(await queued()).toMatchObject([
      {
        kind: 'consumption-alerts.over_power',
        values: { day: '2026-11-18', hour: '12:00', powerWatts: 3_600, contractedWatts: 3_000, hours: 2 },
      },
    ])
    await measure('2026-11-19', '2026-11-19', { hours: { 12: 3_900 } })
    await check()
    expect(await queued()).toHaveLength(1)
    const [mail] = await deliver()
    expect(mail!.text).toContain('En ese periodo (P1) tienes contratados 3\u00a0kW. Este mes han sido 2 horas.')
    await measure('2026-12-01', '2026-12-01', { hours: { 12: 3_900 } })
    await check(new Date('2026-12-02T10:00:00Z'))
    expect(await queued()).toHaveLength(2)
  })
})

describe('a budget', () => {
  beforeEach(async () => {
    const { db } = portal.context
    const { product_id } = await db
      .selectFrom('contract')
      .where('contract_id', '=', contract.contractId)
      .select('product_id')
      .executeTakeFirstOrThrow()
    const row = { product_id, tariff: '2.0TD', valid_from: '2025-01-01', prices: JSON.stringify(prices) }
    await db.deleteFrom('product_price').execute()
    await db.insertInto('product_price').values(row).execute()
    const content = { lines: [], energyWhByPeriod: [0, 0, 0], surplusWh: 0, powerWatts: [3_000, 5_000] }
    await insertInvoice(db, {
      ...{ contract, starts_on: '2026-10-01', ends_on: '2026-10-31', due_on: '2026-11-20' },
      content: JSON.stringify({ ...content, tariff: '2.0TD', productName: 'Tarifa' }),
    })
    await measure('2026-09-10', '2026-11-18', { wh: 500 })
  })

  test('that the bill will exceed is told once for the bill, with the band and the days', async () => {
    await turnOn({ budget: 20 })
    await check()
    await measure('2026-11-19', '2026-11-19', { wh: 600 })
    await check()
    const [mail, ...others] = await deliver()
    expect(others).toEqual([])
    const [message] = await queued()
    const { amountCents, lowCents, highCents, budgetCents } = message!.values as Record<string, number>
    expect(lowCents!).toBeLessThanOrEqual(amountCents!)
    expect(amountCents!).toBeLessThanOrEqual(highCents!)
    expect([lowCents! > 2_000, budgetCents]).toEqual([true, 2_000])
    expect(JSON.parse((message!.values as { bars: string }).bars).bars).toEqual(Array(18).fill(12_000))
    expect(mail!.subject).toMatch(/^Vas camino de \d+,\d\d\s€ en tu factura$/)
    expect(mail!.text).toContain('del 01/11/2026 al 30/11/2026')
  })

  test('that is enough is not told', async () => {
    await turnOn({ budget: 200 })
    await check()
    expect(await queued()).toEqual([])
  })

  test('is not told by estimated hours', async () => {
    await measure('2026-11-01', '2026-11-18', { wh: 500, quality: 'E' })
    await turnOn({ budget: 20 })
    await check()
    expect(await queued()).toEqual([])
  })
})

describe('a budget of gas', () => {
  let gas: CreatedContract
  beforeEach(async () => {
    const { db } = portal.context
    const { product_id } = await db
      .insertInto('product')
      .values({ name: `Gas of ${customerId}`, energy: 'gas' })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    const terms = { fixed: { per: 'day', eur: '0.20' }, variableEurPerKwh: '0.06', discounts: {} }
    await db
      .insertInto('product_price')
      .values({ product_id, tariff: 'RL.1', valid_from: '2020-01-01', prices: JSON.stringify(terms) })
      .execute()
    gas = await insertContract(db, { customerId, energy: 'gas', starts_on: '2025-10-01', product_id })
    // Each month was read, from October of last year on.
    for (let month = 0; month <= 13; month++)
      await db
        .insertInto('gas_reading')
        .values({
          ...{ supply_point_id: gas.supplyPointId, day: addDays(addMonths('2025-10-01', month), -1) },
          ...{ register_litres: month * 40_000, energy_wh: month === 0 ? null : 450_000 },
        })
        .execute()
    await insertInvoice(db, {
      ...{ contract: gas, starts_on: '2026-10-01', ends_on: '2026-10-31', due_on: '2026-11-20' },
    })
  })

  test('that the bill will exceed is told once for the bill, with what is known of the gas', async () => {
    await turnOn({ budget: 20 }, gas)
    await check()
    await check(new Date('2026-11-21T10:00:00Z'))
    const [mail, ...others] = await deliver()
    expect(others).toEqual([])
    const [message] = await queued()
    expect(message).toMatchObject({
      kind: 'consumption-alerts.gas_budget',
      values: { firstDay: '2026-11-01', measuredUntil: '2026-10-31', chartFrom: '2025-11-01', budgetCents: 2_000 },
    })
    expect(JSON.parse((message!.values as { bars: string }).bars).bars).toHaveLength(12)
    expect(mail!.subject).toMatch(/^Vas camino de \d+,\d\d\s€ en tu factura de gas$/)
    expect(mail!.text).toContain('nos dice tu gas hasta el 31/10/2026')
  })

  test('that is enough is not told, nor what needs hours', async () => {
    await turnOn({ budget: 200, standby: 10, nothing_used: 1 }, gas)
    await check()
    expect(await queued()).toEqual([])
  })
})

describe('every alert', () => {
  const empty = () => measure('2026-11-18', '2026-11-18', { wh: 0 })

  test('is compared with a curve once', async () => {
    await turnOn({ nothing_used: 1 })
    await empty()
    await check()
    const { db } = portal.context
    await db.deleteFrom('consumption_alert_notice').execute()
    await check()
    expect(await queued(), 'the same curve is not read again').toHaveLength(1)
    await empty()
    await check()
    expect(await queued()).toHaveLength(2)
  })

  test('is told once by two workers at the same time', async () => {
    await turnOn({ nothing_used: 1 })
    await empty()
    const { db } = portal.context
    portal.setClock(now)
    const log = { error: (details: object) => expect.fail(JSON.stringify(details)) }
    const due = () => db.updateTable('consumption_alert').set({ due_at: now }).execute()
    await Promise.all([1, 2, 3].map(() => due().then(() => checkDueAlerts({ ...portal.context, log }))))
    expect(await queued()).toHaveLength(1)
  })

  test('found at night is told in the morning where the supply is', async () => {
    await turnOn({ nothing_used: 1 })
    await empty()
    await check(new Date('2026-11-20T02:00:00Z'))
    expect(await queued()).toMatchObject([{ send_at: new Date('2026-11-20T07:00:00Z') }])
    expect(await deliver()).toEqual([])
    const { db } = portal.context
    const canary = await insertContract(db, { customerId, starts_on: '2025-01-01' })
    await db
      .updateTable('supply_point')
      .set({ province_code: '35' })
      .where('supply_point_id', '=', canary.supplyPointId)
      .execute()
    portal.setClock(new Date('2026-11-01T10:00:00Z'))
    await turnOn({ nothing_used: 1 }, canary)
    await measure('2026-11-18', '2026-11-18', { wh: 0, of: canary })
    await check(new Date('2026-11-20T02:00:00Z'))
    expect(
      (await queued())
        .map(({ send_at }) => send_at.toISOString())
        .sort()
        .at(-1),
    ).toBe('2026-11-20T08:00:00.000Z')
  })

  test.each<[reason: string, change: () => Promise<unknown>]>([
    [
      'the user does not see the contract any more',
      () => portal.context.db.deleteFrom('user_customer').where('user_id', '=', userId).execute(),
    ],
    [
      'the contract has ended',
      () =>
        portal.context.db
          .updateTable('contract')
          .set({ ends_on: '2026-11-19' })
          .where('customer_id', '=', customerId)
          .execute(),
    ],
    [
      'the contract was cancelled',
      () =>
        portal.context.db
          .updateTable('contract')
          .set({ state: 'cancelada' })
          .where('customer_id', '=', customerId)
          .execute(),
    ],
  ])('is turned off and tells nothing once %s', async (_, change) => {
    await turnOn({ nothing_used: 1 })
    await empty()
    await change()
    await check()
    expect(await queued()).toEqual([])
    expect(await portal.context.db.selectFrom('consumption_alert').selectAll().execute()).toEqual([])
  })

  test('stays on for those whose contract has no curve yet', async () => {
    await turnOn({ nothing_used: 1 })
    await check()
    expect(await portal.context.db.selectFrom('consumption_alert').selectAll().execute()).toHaveLength(1)
  })

  test('reads the days of its own holder alone', async () => {
    const { db } = portal.context
    await db.updateTable('contract').set({ starts_on: '2026-11-19' }).where('customer_id', '=', customerId).execute()
    await turnOn({ nothing_used: 1 })
    await empty()
    await check()
    expect(await queued()).toEqual([])
  })

  test('of which many are due is checked in pages', async () => {
    const { db } = portal.context
    for (let count = 0; count < 120; count++) {
      const reader = await insertUser(db, { customerIds: [customerId] })
      await saveChoice(db, { ...contract, userId: reader }, { ...off, nothing_used: 1 }, portal.context.clock())
    }
    await empty()
    await check()
    expect(await queued()).toHaveLength(120)
  })
})

test('a file of curves that comes in is what makes an alert look', async () => {
  const { db } = portal.context
  await turnOn({ nothing_used: 1 })
  const lines = Array.from({ length: 24 }, (_, hour) => {
    const [day, end] = hour === 23 ? ['2026/11/19', '00:00'] : ['2026/11/18', `${String(hour + 1).padStart(2, '0')}:00`]
    return `${contract.cups};${day} ${end};0;0;0`
  })
  const source = (async function* () {
    yield Buffer.from(`${lines.join('\n')}\n`)
  })()
  const [report] = await importCurves({ db, source, fileName: 'P5D_0031_0762_20261119.0', now })
  expect(report).toMatchObject({ source: 'P5D', daysStored: 1 })
  await check()
  expect(await kinds()).toEqual(['consumption-alerts.nothing_used'])
})

test.each(locales)('each mail is complete in %s', async (locale: Locale) => {
  const { db } = portal.context
  await db.updateTable('user_account').set({ locale }).where('user_id', '=', userId).execute()
  for (const kind of alertKinds) {
    const { text, has } = mailTextsOf(locale, `consumption-alerts.${kind}`)
    expect(has('barsAlternative') && has('barsCaption') && has('action') && has('figure')).toBe(true)
    expect(text('action')).not.toBe('')
  }
  await turnOn({ nothing_used: 1, standby: 100, over_power: true })
  await raiseStandby()
  await measure('2026-11-17', '2026-11-19', { hours: { 0: 400, 1: 400, 2: 400, 3: 400, 4: 400, 5: 400, 12: 3_500 } })
  await check()
  await measure(addDays('2026-11-20', 0), '2026-11-20', { wh: 0 })
  await check(new Date('2026-11-21T10:00:00Z'))
  const mails = await deliver()
  expect(mails).toHaveLength(3)
  for (const { text, html, locale: written } of mails) {
    expect(written).toBe(locale)
    expect(text + html).not.toMatch(/[{}](?![^<]*<\/style>)/)
  }
})

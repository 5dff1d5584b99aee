import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCurveDays,
  insertCustomer,
  insertUser,
} from '#app/server/testing/builders.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { signAlertLink } from '#domains/consumption-alerts/server/alert-link.ts'
import { checkDueAlerts } from '#domains/consumption-alerts/server/check-alerts.ts'
import { renderMessageText } from '#domains/messages/server/render-message.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now })])
})
afterAll(() => portal.close())

/** Stores days of a calm home, and one on which it uses nothing. */
async function measure({ supplyPointId }: CreatedContract, version: number) {
  const { db } = portal.context
  await insertCurveDays(
    db,
    daysFrom('2026-11-01', '2026-11-20').map((day) => {
      const import_wh = Array<number>(24).fill(day === '2026-11-20' ? 0 : 300)
      const columns = { source: 'P5D', step_minutes: 60, import_wh, import_period_wh: [0, 0, 0] }
      return { supply_point_id: supplyPointId, day, ...columns }
    }),
  )
  await db.insertInto('curve_version').values({ supply_point_id: supplyPointId, version }).execute()
}

describe.each([
  ['a desktop, light', desk, 'light', 1],
  ['a phone, dark', phone, 'dark', 2],
] as const)('on %s', (_, viewport, colorScheme, number) => {
  test('a customer turns an alert on, is told by mail, and turns it off by its link', async () => {
    const { db, sessionKeys: keys } = portal.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId, name: `010${number}`, starts_on: '2025-01-01' })
    const userId = await insertUser(db, { customerIds: [customerId], locale: 'es' })
    const { token } = await portal.as(userId)
    const visit = await openVisit(browser, portal, { token: token!, viewport, colorScheme, language: 'es' })
    const { page, context, expectNoErrors } = visit
    await page.goto('perfil')
    await waitForHydration(page)
    await page
      .locator('#content')
      .getByRole('link', { name: /^Avisos de consumo/ })
      .click()
    await page.waitForURL(/avisos/)
    await expectAccessible(page)

    await page.getByRole('checkbox', { name: /^Presupuesto del mes/ }).check()
    await page.getByRole('button', { name: 'Guardar avisos' }).click()
    await page.getByText('Escribe un importe entre 1 y 100.000 €.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Importe de un mes').fill('70')
    await page.getByRole('checkbox', { name: /^Sin consumo/ }).check()
    expect(await page.getByLabel('Días seguidos').inputValue()).toBe('1')
    await page.getByRole('button', { name: 'Guardar avisos' }).click()
    await page.getByRole('status').filter({ hasText: 'Has guardado los avisos.' }).waitFor({ state: 'attached' })

    await measure(contract, 1_000 + number)
    await checkDueAlerts({ ...portal.context, log: { error: (details) => expect.fail(JSON.stringify(details)) } })
    const message = await db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .selectAll()
      .executeTakeFirstOrThrow()
    const values = message.values as Record<string, string | number>
    const { subject } = renderMessageText(mailTextsOf, { kind: message.kind, values, locale: 'es' })
    expect(subject).toBe('No se ha usado energía desde el 20/11/2026')
    await page.goto(`avisos?contract=${contract.contractId}`)
    await waitForHydration(page)
    await page.getByText('20/11/2026: Sin consumo').waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()

    const link = await portal.app.addressIn!(await signAlertLink(String(values.turnOff), { keys, now }), 'es')
    const reader = await openVisit(browser, portal, { viewport, colorScheme, language: 'es' })
    await reader.page.goto(link.slice(1))
    await waitForHydration(reader.page)
    await reader.page.getByRole('heading', { name: 'Apagar el aviso «Sin consumo»' }).waitFor()
    await expectAccessible(reader.page)
    await reader.page.getByRole('button', { name: 'Apagar el aviso' }).click()
    await reader.page.getByText('El aviso está apagado').waitFor()
    await expectAccessible(reader.page)
    const left = await db.selectFrom('consumption_alert').where('user_id', '=', userId).select('kind').execute()
    expect(left).toEqual([{ kind: 'budget' }])
    reader.expectNoErrors()
    await reader.context.close()
  })
})

test('a mail program turns an alert off by its own button, without a page', async () => {
  const { db, sessionKeys: keys } = portal.context
  const customerId = await insertCustomer(db)
  const { contractId } = await insertContract(db, { customerId })
  const userId = await insertUser(db, { customerIds: [customerId] })
  const alert = { user_id: userId, customer_id: customerId, contract_id: contractId, kind: 'over_power' }
  await db
    .insertInto('consumption_alert')
    .values({ ...alert, turned_on_at: now, due_at: now })
    .execute()
  const stored = `/alerts?alert=${userId}.${customerId}.${contractId}.over_power`
  const answer = await fetch(portal.address + (await signAlertLink(stored, { keys, now })), {
    ...{ method: 'POST', redirect: 'manual', body: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(303)
  expect(await db.selectFrom('consumption_alert').where('user_id', '=', userId).selectAll().execute()).toEqual([])
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { openAgreedDateDuties } from '#domains/contracts/server/agreed-date-duties.ts'
import { startRevision } from '#domains/revisions/server/revision-store.ts'
import {
  appliesOn,
  deliverNotices,
  insertHeldContract,
  insertYear,
  planPrices,
} from '#domains/revisions/server/revisions-testing.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const now = new Date('2026-11-27T11:00:00Z')
let browser: Browser
let portal: RunningPortal

let customers: Awaited<ReturnType<typeof insertCustomers>>

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now })])
  customers = await insertCustomers()
})
afterAll(() => portal.close())

/** Inserts two customers who were told of dearer prices, and whose contracts renew in half a year. */
async function insertCustomers() {
  const { db } = portal.context
  const held = [
    await insertHeldContract(portal, { hasUser: true }),
    await insertHeldContract(portal, { hasUser: true }),
  ]
  await db
    .updateTable('contract')
    .set({ renews_on: '2027-06-01', penalty_percent: '5', penalty_ends_on: '2027-05-31' })
    .execute()
  const keys = held.map(({ contract: { customerId, name } }) => ({ customer_id: customerId, name }))
  await openAgreedDateDuties(db, keys, now)
  for (const { contract } of held) await insertYear(portal, contract)
  const change = {
    ...({ kind: 'prices', tariff: '2.0TD', appliesOn, explanation: { es: 'Sube el precio del mercado.' } } as const),
    ...{ productId: await planPrices(portal, held[0]!.contract), userId: await insertUser(db), now },
  }
  await db.transaction().execute((trx) => startRevision(trx, change))
  await deliverNotices(portal, { sentAt: now })
  return Promise.all(held.map(async ({ contract, userId }) => ({ contract, token: (await portal.as(userId)).token! })))
}

test.each([
  ['a desktop', 0, desk],
  ['a phone', 1, phone],
] as const)('on %s a price rise is read, compared and left', async (_, index, viewport) => {
  const { contract, token } = customers[index]!
  const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, token, language: 'es' })

  await page.goto(`contratos/electricidad/${contract.name}`)
  await waitForHydration(page)
  const dates = page.getByRole('region', { name: 'Fechas de tu contrato' })
  await dates.getByText(/Se renueva el 01\/06\/2027\..*Te avisamos como muy tarde el 01\/05\/2027/s).waitFor()
  await dates.getByText(/Hasta el 31\/05\/2027 pagas como máximo el 5.% de la energía/).waitFor()
  await expectAccessible(page)

  await page.goto('cambios-de-precio')
  await waitForHydration(page)
  await page.getByRole('link', { name: new RegExp(contract.name) }).click()
  await page.getByRole('heading', { name: /Tus precios cambian el 15\/01\/2027/ }).waitFor()
  await page.getByText(/más al año/).waitFor()
  await page.getByText('Sube el precio del mercado.').waitFor()
  await expectAccessible(page)
  const address = page.url()

  await page.getByRole('link', { name: 'Comparar con nuestros otros productos' }).click()
  await page.waitForURL((url) => url.href !== address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page)
  await page.goBack()

  await page.getByRole('button', { name: 'Dejar el contrato sin coste' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/No pagas ninguna penalización/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Dejar el contrato' }).click()
  await page.getByText(/Acabará el 14\/01\/2027 y no pagas nada/).waitFor()
  await expectAccessible(page)

  const notice = await portal.context.db
    .selectFrom('revision_notice')
    .where('customer_id', '=', contract.customerId)
    .select('left_at')
    .executeTakeFirstOrThrow()
  expect(notice.left_at).toEqual(now)
  expectNoErrors()
  await context.close()
})

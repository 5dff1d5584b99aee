import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { logIn } from '#domains/session/api.ts'
import { anAccount, password } from '#domains/session/server/session-testing.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
})
afterAll(() => portal.close())

test('a customer requests erasure, an operator reviews its effects and executes it, and sign-in is no longer possible', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  const contract = await insertContract(db, {
    customerId,
    state: 'baixa',
    starts_on: '2020-01-01',
    ends_on: '2024-03-31',
  })
  await insertInvoice(db, { contract, issued_on: '2024-04-05', amount_pending_cents: 0, paid_status: 'paid' })
  const userId = await anAccount(portal, { login: 'eva', email: 'eva@example.test', name: 'Eva García Lluís' })
  await db.insertInto('user_customer').values({ user_id: userId, customer_id: customerId }).execute()
  const token = await createSessionToken(portal.context, { userId, locale: 'es' })

  const eva = await openVisit(browser, portal, { viewport: phone, language: 'es', token })
  await eva.page.goto('perfil')
  await waitForHydration(eva.page)
  const section = eva.page.getByRole('region', { name: 'Borrar mis datos' })
  await section.getByText('Qué borramos').click()
  await section.getByText(/Tu usuario y contraseña/).waitFor()
  await section.getByText('Lo que la ley nos obliga a conservar').click()
  await section.getByText(/bloqueados hasta el 31\/12\/2030/).waitFor()
  await expectAccessible(eva.page)
  await section.getByRole('button', { name: 'Pedir el borrado' }).click()
  const asking = eva.page.getByRole('dialog', { name: 'Pedir el borrado de mis datos' })
  await asking.getByRole('checkbox').check()
  await asking.getByRole('button', { name: 'Enviar la solicitud' }).click()
  await section.getByText('Recibida').waitFor()

  const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/erasures')
  await expectAccessible(page)
  await page
    .getByRole('row', { name: /Eva García Lluís/ })
    .getByRole('link')
    .click()
  const tables = page.getByRole('table', { name: 'Tablas con datos de esta persona' })
  await tables.getByRole('row', { name: /^invoice 1 Se anonimizan/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Borrar sus datos' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Borrar sus datos?' })
  await dialog.getByRole('checkbox').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Borrar sus datos' }).click()
  await page.getByText('Borrado en parte').waitFor()
  await page.getByRole('link', { name: /Descargar el acta/ }).waitFor()
  expect(await page.getByText('Eva García Lluís').count()).toBe(0)
  await expectAccessible(page)
  expectNoErrors()
  await context.close()

  await eva.page.goto('perfil')
  await eva.page.getByRole('button', { name: 'Entrar' }).first().waitFor()
  const tried = await portal.anonymous.sendRaw(logIn, { body: { username: 'eva', password } } as never)
  expect(tried.statusCode).toBeGreaterThanOrEqual(400)
  await eva.context.close()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice } from '#app/server/testing/builders.ts'
import { startAccountMailJobs } from '#app/server/wiring/mount-accounts.ts'
import { startMailJobs } from '#app/server/wiring/mount-messages.ts'
import { anAccount } from '#domains/session/server/session-testing.ts'
import { desk, dropSession, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const chosen = 'Camins-de-nit-42'
let browser: Browser
let portal: RunningPortal
let jobs: { stop(): Promise<void> }[]

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ environment: { DEMO: 'on' } })])
  jobs = [startAccountMailJobs(portal.context, portal.app), await startMailJobs(portal.context, portal.app)]
})
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()))
  await portal.close()
})

/** Opens the mail with a subject sent to an address, and follows its link. */
async function followMail(page: Page, to: string, subject: string, action: string) {
  const mail = page.getByRole('link', { name: subject }).filter({ hasText: to })
  await expect
    .poll(
      async () => {
        await page.goto('demo/mail')
        return mail.count()
      },
      { interval: 500 },
    )
    .toBeGreaterThan(0)
  await mail.click()
  const href = await page.frameLocator('iframe').getByRole('link', { name: action }).getAttribute('href')
  // As a mail program does, which opens the URL.
  await page.goto(`${portal.address}${href!.slice(new URL(href!).origin.length)}`)
  return href!
}

describe.each([
  ['a desktop', desk, 'light', '99300111A', '0061001'],
  ['a phone', phone, 'dark', '99300222E', '0061002'],
] as const)('on %s', (_, viewport, colorScheme, nif, contract) => {
  test('a customer gets an account for their contract by a one-time link', async () => {
    const { db } = portal.context
    const email = `marta${viewport.width}@example.com`
    const customerId = await insertCustomer(db, { tax_id: nif, name: 'Marta Vila Serra' })
    await insertInvoice(db, {
      contract: await insertContract(db, { customerId, name: contract }),
      number: `FE26/${contract}`,
    })
    const { context, page, expectNoErrors } = await openVisit(browser, portal, {
      viewport,
      colorScheme,
      language: 'es',
    })

    await page.goto('acceso')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Crear una cuenta' }).click()
    await page.waitForURL('**/registro')
    await page.getByRole('heading', { level: 1, name: 'Crea tu cuenta' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('NIF, NIE o CIF del titular').fill(nif)
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByRole('alert').getByText('Pon el número de contrato.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Número de contrato').fill(contract)
    await page.getByLabel('Número de una factura').fill(`FE26/${contract}`)
    await page.getByLabel('Correo electrónico', { exact: true }).fill(email)
    await page.getByLabel('Repite el correo electrónico').fill(email)
    await page.getByLabel('Teléfono', { exact: true }).fill('612 345 678')
    // The input is saved for a user who comes back to the page.
    const draft = () => page.evaluate(() => sessionStorage.getItem('draft:sign-up'))
    await expect.poll(draft).toContain(contract)
    await page.reload()
    await waitForHydration(page)
    await expect.poll(() => page.getByLabel('Número de contrato').inputValue()).toBe(contract)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByText('en unos minutos te llegará un correo').waitFor()
    expect(await draft()).toBeNull()
    await expectAccessible(page)
    expectNoErrors()

    const link = await followMail(page, email, 'Elige tu contraseña y activa tu cuenta', 'Elegir mi contraseña')
    await page.waitForURL('**/activacion?step=password')
    expect(await page.evaluate(() => document.cookie)).not.toContain('_link')
    await waitForHydration(page)
    await page.getByText(`Tu usuario es ${nif}`).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(chosen)
    await page.getByLabel('Repite la contraseña nueva').fill(chosen)
    await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
    await page.waitForURL('**/bienvenida')
    await page.getByRole('heading', { level: 1, name: 'Te damos la bienvenida, Marta Vila Serra' }).waitFor()
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Tus contratos/ }).click()
    await page.getByText(contract).first().waitFor()
    expectNoErrors()
    await dropSession(page)

    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Este enlace ya se usó' }).waitFor()
    await page.getByText('Elegiste tu contraseña el').waitFor()
    expect(page.url()).not.toContain('_link')
    await waitForHydration(page)
    await context.close()
  })
})

test('on a phone, a user who forgot their password sets another and signs in with it', async () => {
  // A retry of this test uses another user.
  const [login, nif] = (await portal.context.db
    .selectFrom('user_account')
    .where('login', '=', 'pere')
    .executeTakeFirst())
    ? ['pau', '99300556B']
    : ['pere', '99300555X']
  const email = `${login}@example.com`
  const customerId = await insertCustomer(portal.context.db, { tax_id: nif })
  await anAccount(portal, { login, email, customerIds: [customerId] })
  const options = { viewport: phone, colorScheme: 'dark', language: 'es' } as const
  const { context, page, expectNoErrors } = await openVisit(browser, portal, options)
  await page.goto('acceso')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'He olvidado mi contraseña' }).click()
  await page.waitForURL('**/recordar-clave')
  await page.getByRole('heading', { level: 1, name: 'Recupera tu contraseña' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByLabel('NIF, NIE o CIF').fill(nif)
  await page.getByLabel('Correo electrónico').fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviarme el enlace' }).click()
  await page.getByText('Si hay una cuenta con ese NIF y ese correo').waitFor()
  await followMail(page, email, 'Elige una contraseña nueva', 'Elegir otra contraseña')
  await page.waitForURL('**/recordar-clave?step=password')
  await waitForHydration(page)
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(`${chosen}-bis`)
  await page.getByLabel('Repite la contraseña nueva').fill(`${chosen}-bis`)
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click()
  await page.getByRole('heading', { name: 'Ya tienes contraseña nueva' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Entrar en mi cuenta' }).click()
  await page.waitForURL('**/acceso?redirectPath=*')
  await page.getByLabel('Usuario, NIF o correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(`${chosen}-bis`)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/perfil/programas?step=changed')
  await page.getByText('Nada más tiene acceso a tu cuenta.').waitFor()
  await page.getByRole('link', { name: 'Ir a mi área' }).click()
  await page.waitForURL('**/facturas')
  expectNoErrors()
  await context.close()
})

describe('without script', () => {
  test('an account is requested and a password set, with one mistake in each', async () => {
    const { db } = portal.context
    const nif = '99300333H'
    const customerId = await insertCustomer(db, { tax_id: nif, name: 'Pau Font' })
    await insertInvoice(db, {
      contract: await insertContract(db, { customerId, name: '0061003' }),
      number: 'FE26/61003',
    })
    const { context, page } = await openVisit(browser, portal, { javaScriptEnabled: false, language: 'es' })
    const fill = async (contract: string) => {
      await page.getByLabel('NIF, NIE o CIF del titular').fill(nif)
      await page.getByLabel('Número de contrato').fill(contract)
      await page.getByLabel('Número de una factura').fill('FE26/61003')
      await page.getByLabel('Correo electrónico', { exact: true }).fill('pau@example.com')
      await page.getByLabel('Repite el correo electrónico').fill('pau@example.com')
      await page.getByLabel('Teléfono', { exact: true }).fill('612345678')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    }
    await page.goto('registro')
    await fill('')
    await page.getByRole('alert').getByText('Pon el número de contrato.').waitFor()
    await fill('61003')
    await page.getByText('en unos minutos te llegará un correo').waitFor()

    await followMail(page, 'pau@example.com', 'Elige tu contraseña y activa tu cuenta', 'Elegir mi contraseña')
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(chosen)
    await page.getByLabel('Repite la contraseña nueva').fill('another')
    await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
    await page.getByRole('alert').getByText('Escribe aquí la misma contraseña nueva.').waitFor()
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(chosen)
    await page.getByLabel('Repite la contraseña nueva').fill(chosen)
    await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
    await page.waitForURL('**/bienvenida')
    await context.close()
  })

  test('a forgotten password is reset', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '99300444Z' })
    await anAccount(portal, { login: 'nuria', email: 'nuria@example.com', customerIds: [customerId] })
    const { context, page } = await openVisit(browser, portal, { javaScriptEnabled: false, language: 'es' })
    await page.goto('recordar-clave')
    await page.getByRole('button', { name: 'Enviarme el enlace' }).click()
    await page.getByRole('alert').getByText('Pon el NIF, NIE o CIF.').waitFor()
    await page.getByLabel('NIF, NIE o CIF').fill('99300444Z')
    await page.getByLabel('Correo electrónico').fill('nuria@example.com')
    await page.getByRole('button', { name: 'Enviarme el enlace' }).click()
    await page.getByText('Si hay una cuenta con ese NIF y ese correo').waitFor()
    await followMail(page, 'nuria@example.com', 'Elige una contraseña nueva', 'Elegir otra contraseña')
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(chosen)
    await page.getByLabel('Repite la contraseña nueva').fill(chosen)
    await page.getByRole('button', { name: 'Guardar la contraseña' }).click()
    await page.getByRole('heading', { name: 'Ya tienes contraseña nueva' }).waitFor()
    await context.close()
  })
})

import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { anAccount, password } from '#domains/session/server/session-testing.ts'
import { readMailedCode } from '#domains/signatures/server/signatures-testing.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
})
afterAll(() => portal.close())

async function someoneWithAContract() {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const { name } = await insertContract(db, { customerId, iban: 'ES9430353760575941403157' })
  const userId = await insertUser(db, { customerIds: [customerId] })
  return { userId, path: `contratos/electricidad/${name}` }
}

describe.each([
  ['a desktop', desk, 'light'],
  ['a phone', phone, 'dark'],
] as const)('on %s', (_, viewport, colorScheme) => {
  test('requests another power from a link, checks its cost, signs it, and sees it in progress', async () => {
    const { userId, path } = await someoneWithAContract()
    const { token } = await portal.as(userId)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto(`${path}?action=powChange`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Punta/ }).fill('5,501')
    await page.waitForURL(new RegExp(`${path}$`))
    if (viewport === phone) await expectSumInSight(dialog)
    await dialog.getByRole('textbox', { name: /^Teléfono/ }).fill('1004')
    await dialog.getByRole('button', { name: 'Revisar el cambio' }).click()
    await dialog.getByRole('alert', { name: 'Revisa un dato' }).waitFor()
    await expectAccessible(page)

    await dialog.getByRole('textbox', { name: /^Teléfono/ }).fill('612 345 678')
    await dialog.getByRole('button', { name: 'Revisar el cambio' }).click()
    await dialog.getByRole('heading', { name: 'Revisa antes de pedirlo' }).waitFor()
    await dialog.getByRole('term').filter({ hasText: 'Acceso, 0,901 kW × 19,70 €' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Pedir el cambio de potencia' }).click()
    await dialog.getByRole('heading', { name: 'Falta tu firma' }).waitFor()
    await expectAccessible(page)

    await dialog.getByRole('link', { name: 'Firmar ahora' }).click()
    await signHere(page)
    await page.getByRole('link', { name: 'Ir al contrato' }).click()
    const requests = page.getByRole('list', { name: 'Lo que has pedido' })
    await requests.getByText('Enviado a la distribuidora').waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })

  test('requests no SIPS cession from a link, signs it, and sees it in progress', async () => {
    const { userId, path } = await someoneWithAContract()
    const { token } = await portal.as(userId)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto(`${path}?action=noCesionSips`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'No ceder mis datos de consumo' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Revisar el cambio' }).click()
    await dialog.getByRole('heading', { name: 'Revisa antes de pedirlo' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Pedir que no se cedan' }).click()
    await dialog.getByRole('link', { name: 'Firmar ahora' }).click()
    await signHere(page)
    await page.getByRole('link', { name: 'Ir al contrato' }).click()
    const requests = page.getByRole('list', { name: 'Lo que has pedido' })
    await requests.getByText('Enviado a la distribuidora').waitFor()
    const again = page.getByRole('button', { name: 'No ceder mis datos de consumo' })
    expect(await again.getAttribute('aria-disabled')).toBe('true')
    expectNoErrors()
    await context.close()
  })

  test('requests another account, leaves it unsigned, and cancels it', async () => {
    const { userId, path } = await someoneWithAContract()
    const { token } = await portal.as(userId)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      viewport,
      colorScheme,
      language: 'es',
    })
    await page.goto(path)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Cambiar cómo pago' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^IBAN/).fill('ES36 2080 5295 1248 4241 4659')
    await dialog.getByRole('checkbox').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Revisar el cambio' }).click()
    await dialog.getByText('ES36 2080 5295 1248 4241 4659').waitFor()
    await dialog.getByRole('button', { name: 'Pedir el cambio de cuenta' }).click()
    await dialog.getByRole('button', { name: 'Más tarde' }).click()
    const requests = page.getByRole('list', { name: 'Lo que has pedido' })
    await requests.getByText('Falta tu firma').waitFor()
    await expectAccessible(page)
    await requests.getByRole('button', { name: 'Retirar el cambio de cuenta' }).click()
    await requests.getByText('Retirado').waitFor()
    await page.getByRole('button', { name: 'Cambiar cómo pago', disabled: false }).waitFor()
    expectNoErrors()
    await context.close()
  })
})

test('a change of power is re-authenticated by its signing code alone, a change of invoice delivery by password, and the input is kept', async () => {
  const { db } = portal.context
  await portal.set('features.modifyInvoiceOnline', true)
  const customerId = await insertCustomer(db)
  const { name } = await insertContract(db, { customerId })
  const userId = await anAccount(portal, { customerIds: [customerId] })
  const { token } = await portal.as(userId)
  const { page, context } = await openVisit(browser, portal, { token, language: 'es' })
  // The user signed in a while ago.
  const past = new Date(Date.now() - 20 * 60_000)
  await db.updateTable('session').set({ authenticated_at: past }).where('user_id', '=', userId).execute()

  await page.goto(`contratos/electricidad/${name}?action=powChange`)
  await page.getByRole('textbox', { name: /^Punta/ }).fill('5,501')
  await page.getByRole('textbox', { name: /^Teléfono/ }).fill('612 345 678')
  await page.getByRole('button', { name: 'Revisar el cambio' }).click()
  await page.getByRole('button', { name: 'Pedir el cambio de potencia' }).click()
  await page.getByRole('heading', { name: 'Falta tu firma' }).waitFor()
  const { details } = await db.selectFrom('change_request').select('details').executeTakeFirstOrThrow()
  expect(JSON.stringify(details)).toContain('5501')

  await page.goto(`contratos/electricidad/${name}`)
  await waitForHydration(page)
  await page.getByText('Todos los datos').click()
  await page.getByRole('button', { name: 'Cambiar cómo llegan' }).click()
  const post = page.getByRole('dialog').getByRole('button', { name: 'Recibirlas por correo postal' })
  await post.click()
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await post.click()
  await page.getByLabel('Tu contraseña').fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Te llegarán por correo postal').first().waitFor()
  await context.close()
})

test('the account of a contract is masked until its holder re-authenticates, and they can hide it again', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const { name } = await insertContract(db, { customerId, iban: 'ES9430353760575941403157' })
  const userId = await anAccount(portal, { customerIds: [customerId] })
  const { token } = await portal.as(userId)
  const { page, context } = await openVisit(browser, portal, { token, viewport: phone, language: 'es' })
  const past = new Date(Date.now() - 20 * 60_000)
  await db.updateTable('session').set({ authenticated_at: past }).where('user_id', '=', userId).execute()
  const isShown = async () => /ES94\s*3035\s*3760\s*5759\s*4140\s*3157/.test(await page.locator('main').innerText())

  await page.goto(`contratos/electricidad/${name}`)
  await waitForHydration(page)
  await page.getByText('Todos los datos').click()
  const facts = page.getByRole('region', { name: 'Datos del contrato' })
  const show = facts.getByRole('button', { name: 'Mostrar la cuenta' })
  await show.click()
  // Without re-authentication nothing is shown.
  await page.getByRole('dialog').getByRole('button', { name: 'Ahora no' }).click()
  expect(await isShown()).toBe(false)
  await show.click()
  await page.getByLabel('Tu contraseña').fill(password)
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const hide = facts.getByRole('button', { name: 'Ocultar la cuenta' })
  await hide.waitFor()
  expect(await isShown()).toBe(true)
  await expectAccessible(page)
  await hide.click()
  await show.waitFor()
  expect(await isShown()).toBe(false)
  await page.getByText('ES94 •••• 3157').first().waitFor()
  await context.close()
})

/**
 * Checks that the cost summary stays visible at every scroll position of the sheet and does not cover the focused
 * field.
 */
async function expectSumInSight(dialog: Locator) {
  const sum = dialog.getByRole('status').filter({ hasText: /^Pagarás/ })
  await sum.waitFor()
  for (const label of [/^Punta/, /^Valle/, /^Teléfono/]) {
    const field = dialog.getByRole('textbox', { name: label })
    await field.focus()
    const [line, box] = [await sum.boundingBox(), await field.boundingBox()]
    expect(line!.y + line!.height).toBeLessThanOrEqual(phone.height)
    expect(line!.height).toBeLessThan(80)
    expect(box!.y + box!.height <= line!.y || box!.y >= line!.y + line!.height).toBe(true)
  }
}

/** Reads the document to sign that the page is about to show, and signs it with the mailed code. */
async function signHere(page: Page) {
  await page.waitForURL(/firma|signature/)
  const signatureId = page.url().split('/').at(-1)!
  await page.getByRole('button', { name: 'Lo he leído, continuar' }).click()
  await page.getByRole('button', { name: 'Enviar el código' }).click()
  const code = page.getByLabel('Código', { exact: true })
  await code.waitFor()
  await code.fill(await readMailedCode(portal, signatureId))
  await page.keyboard.press('Enter')
}

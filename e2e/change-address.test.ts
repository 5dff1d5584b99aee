import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAddress, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let userId: number

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
  const { db } = portal.context
  await importTowns(db, `postcode,ine,municipality\n17130,17062,"Escala, L'"\n17130,17199,Torroella de Montgrí\n`)
  const customerId = await insertCustomer(db)
  const address = await insertAddress(db, {
    customerId,
    name: 'Anna Güell',
    email: 'anna@example.com',
    phone: '+34600000101',
  })
  await insertContract(db, { customerId, name: '0048213', notification_address_id: address })
  userId = await insertUser(db, { customerIds: [customerId] })
})

afterAll(() => portal.close())

const contractPath = 'contratos/electricidad/0048213'

for (const [window, viewport, number] of [
  ['desk', desk, '7'],
  ['phone', phone, '9'],
] as const)
  test(`a link opens the change of address, which is filled in, reviewed and submitted: ${window}`, async () => {
    const { token } = await portal.as(userId)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport })
    await page.goto(`${contractPath}?action=notifAddrChange`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre de la vía').or(dialog.getByLabel('Dirección')).first().waitFor()
    await page.waitForURL(new RegExp(`${contractPath}$`))
    // The second change offers the address of the first among the known addresses.
    const another = dialog.getByRole('radio', { name: 'Una nueva' })
    if ((await another.count()) > 0) await another.check()
    await dialog.getByLabel('Nombre de la vía').fill('de la Torre')
    await dialog.getByLabel('Número').fill(number)
    await dialog.getByLabel('Código postal').fill('17130')
    await dialog.getByLabel('Población').selectOption('17062')
    await dialog.getByText("L'Escala, provincia de Girona").waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Revisar la dirección' }).click()
    await dialog.getByRole('heading', { name: 'Revisa la dirección' }).waitFor()
    expect(await dialog.getByLabel('Nombre de la vía').isVisible()).toBe(false)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cambiar la dirección' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Todos los datos').click()
    await page.getByRole('definition').getByText(`Calle de la Torre, ${number} - 17130 L'Escala`).waitFor()
    expectNoErrors()
    await context.close()
  })

test('an e-mail is changed inline, and the invoice delivery by its button', async () => {
  const { token } = await portal.as(userId)
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
  await page.goto(contractPath)
  await waitForHydration(page)
  await page.getByText('Todos los datos').click()
  await page.getByRole('button', { name: 'Cambiar correo' }).click()
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('new@example.com')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar correo' }).click()
  const contact = page.getByRole('region', { name: 'Contacto' })
  await contact.getByText('new@example.com').waitFor()
  await page.getByRole('button', { name: 'Cambiar cómo llegan' }).click()
  const toPaper = page.getByRole('button', { name: 'Recibirlas por correo postal' })
  await toPaper.waitFor()
  await expectAccessible(page)
  await toPaper.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await contact.getByText('Por correo postal').waitFor()
  expectNoErrors()
  await context.close()
})

for (const [window, viewport, colorScheme, phoneNumber, reference, button] of [
  ['desk', desk, 'light', '612 345 678', '9872023VH5797S0001WX', 'Añadir referencia'],
  ['phone', phone, 'dark', '699 000 111', '9900041DG3499S0004AA', 'Cambiar referencia'],
] as const)
  test(`a phone is changed inline, and the cadastral reference in its dialog: ${window}`, async () => {
    const { token } = await portal.as(userId)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport, colorScheme })
    await page.goto(contractPath)
    await waitForHydration(page)
    await page.getByText('Todos los datos').click()
    await page.getByRole('button', { name: 'Cambiar teléfono' }).click()
    const typed = page.getByRole('textbox', { name: 'Teléfono' })
    await typed.fill('1004')
    await page.getByRole('button', { name: 'Guardar teléfono' }).click()
    await page.getByText(/Revisa el teléfono|Pon un teléfono/).waitFor()
    await expectAccessible(page)
    await typed.fill(phoneNumber)
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Contacto' })
      .getByText(new RegExp(phoneNumber.replaceAll(' ', '.')))
      .waitFor()

    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: 'Referencia catastral' })
    await dialog.getByLabel('Referencia catastral').fill('9872023-VH')
    await dialog.getByRole('button', { name: 'Guardar la referencia' }).click()
    await dialog.getByText('Escribe solo letras y cifras').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Referencia catastral').fill(reference.toLowerCase())
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Punto de suministro' }).getByText(reference).waitFor()
    expectNoErrors()
    await context.close()
  })

test('a read-only user sees the buttons with the reason why they are disabled', async () => {
  const { token } = await portal.as(userId, { readonly: true })
  const { page, context } = await openVisit(browser, portal, { token })
  await page.goto(`${contractPath}?action=notifAddrChange`)
  await waitForHydration(page)
  await page.getByText('Todos los datos').click()
  const button = page.getByRole('button', { name: 'Cambiar dirección' })
  expect(await button.getAttribute('title')).toBe('Estás viendo la cuenta de otra persona: no puedes cambiar nada.')
  await button.click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await context.close()
})

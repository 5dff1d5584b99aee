import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startAccountMailJobs } from '#app/server/wiring/mount-accounts.ts'
import { startMailJobs } from '#app/server/wiring/mount-messages.ts'
import { loadRegister } from '#db/demo/load-register.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { readMailedCode } from '#domains/signatures/server/signatures-testing.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { sandboxTaxIds } from '#outside/applicant/sandbox-checks.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { desk, dropSession, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const [known, switching, factory, unknown, alsoUnknown] = [1, 2, 4, 99_999, 99_998].map((number) =>
  makeCups('0021', `9900000${String(number).padStart(5, '0')}`),
) as [string, string, string, string, string]
const gasSupply = makeCups('0217', '990000100001')
const photo = { name: 'dni.jpg', mimeType: 'image/jpeg', buffer: aPhoto }
let browser: Browser
let portal: RunningPortal
let jobs: { stop(): Promise<void> }[]

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ environment: { DEMO: 'on' } })])
  const { db } = portal.context
  await importTowns(db, 'postcode,ine,municipality\n28013,28079,Madrid\n')
  await loadRegister(db, { today: marketDayOf(new Date(), 'Europe/Madrid') })
  const origins = [
    { name: 'Aurora', energy: 'gas' },
    { name: 'Boreal', energy: 'electricity' },
  ]
  await db.insertInto('origin_retailer').values(origins).execute()
  await sell('CLARA', '2.0TD', electricityPrices(['30', '1.4'], ['0.21', '0.15', '0.11']))
  const sixPowers = ['20', '10', '6', '5', '4', '2']
  await sell('EMPRESA', '3.0TD', electricityPrices(sixPowers, ['0.18', '0.16', '0.14', '0.12', '0.11', '0.1']))
  const product_id = await sell('SOCIOS', '2.0TD', electricityPrices(['30', '1.4'], ['0.20', '0.14', '0.10']))
  await sell('GAS CLAR', 'RL.2', { fixed: { per: 'year', eur: '100' }, variableEurPerKwh: '0.06', discounts: {} })
  await db
    .insertInto('campaign')
    .values({ names: '{"es":"Socios"}', descriptions: '{}', public_code: 'SOCI4', product_id, from_day: '2024-01-01' })
    .execute()
  jobs = [startAccountMailJobs(portal.context, portal.app), await startMailJobs(portal.context, portal.app)]
})
// All journeys come from one IP address, whose queries to the supply register are rate limited.
beforeEach(() => portal.context.db.deleteFrom('visitor_throttle').execute())
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()))
  await portal.close()
})

function electricityPrices(powerEurPerYear: string[], energyEurPerKwh: string[]) {
  const powerPerKw = powerEurPerYear.map((eur) => ({ per: 'year', eur }))
  return { powerPerKw, energyEurPerKwh, surplusEurPerKwh: null, discounts: {} }
}

async function sell(name: string, tariff: string, prices: object) {
  const { db } = portal.context
  const { product_id } = await db
    .insertInto('product')
    .values({ energy: tariff.startsWith('RL') ? 'gas' : 'electricity', name })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('product_price')
    .values({ product_id, tariff, valid_from: '2024-01-01', prices: JSON.stringify(prices) })
    .execute()
  await db.insertInto('offer').values({ product_id, descriptions: '{}', from_day: '2024-01-01' }).execute()
  return product_id
}

const at = (page: Page, field: string) => page.locator(`#wizard-${field}`)
const step = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function fillSupply(page: Page, cups: string, { isSupplied = false } = {}) {
  await at(page, 'cups').fill(cups)
  await page.getByText(/Podemos suministrarte aquí|No consta en el registro/).waitFor()
  await at(page, 'address-dp').fill('28013')
  await at(page, 'address-nv').fill('Mayor')
  await at(page, 'address-pnp').fill('7')
  await page.getByText('Madrid, provincia de Madrid').waitFor()
  await page
    .getByRole('group', { name: '¿Tiene suministro ahora?' })
    .getByLabel(isSupplied ? 'Sí' : 'No')
    .check()
  await at(page, 'permitsSolvencyCheck').check()
  await at(page, 'permitsContact').check()
}

async function fillPerson(page: Page, taxId: string, email: string) {
  await at(page, 'taxId').fill(taxId)
  await at(page, 'name').fill('Marta')
  await at(page, 'surname1').fill('Vila')
  await fillContact(page, email)
}

async function fillContact(page: Page, email: string) {
  await at(page, 'identityFront').setInputFiles(photo)
  await at(page, 'mobile').fill('612 345 678')
  await at(page, 'email').fill(email)
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
}

async function fillPayment(page: Page) {
  await at(page, 'iban').fill('ES91 2100 0418 4502 0005 1332')
  await at(page, 'isOwner').check()
  await press(page, 'Revisar el contrato')
  await step(page, 'Revisa y contrata')
}

async function agreeAndContract(page: Page) {
  await at(page, 'acceptsConditions').check()
  await at(page, 'acceptsPrivacy').check()
  await press(page, 'Contratar')
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
}

/**
 * Completes a contract with gas: fills in the payment after checking the IBAN typed before, reviews all answers, and
 * submits it.
 */
async function payAndContractGas(page: Page, { typedIban = '' } = {}) {
  await press(page, 'Continuar: pago')
  await step(page, '¿Cómo quieres pagar?')
  await expect.poll(() => at(page, 'iban').inputValue()).toBe(typedIban)
  await fillPayment(page)
  await page.getByText('GAS CLAR').waitFor()
  await expectAccessible(page)
  await agreeAndContract(page)
  await expectAccessible(page)
}

type Mail = { to: string; subject: RegExp; action: string }

/** Opens the mail sent to an address and follows its link. */
async function followMail(page: Page, { to, subject, action }: Mail) {
  const mail = page.getByRole('link', { name: subject }).filter({ hasText: to })
  const reload = async () => {
    await page.goto('demo/mail')
    return mail.count()
  }
  await expect.poll(reload, { interval: 500 }).toBeGreaterThan(0)
  await mail.click()
  const href = await page.frameLocator('iframe').getByRole('link', { name: action }).getAttribute('href')
  await page.goto(`${portal.address}${href!.slice(new URL(href!).origin.length)}`)
}

/** Sets the password on the page that the link of a mail opens. */
async function choosePassword(page: Page) {
  await page.getByRole('heading', { level: 1, name: 'Elige tu contraseña' }).waitFor()
  await waitForHydration(page)
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('Camins-de-nit-42')
  await page.getByLabel('Repite la contraseña nueva').fill('Camins-de-nit-42')
  await press(page, 'Activar mi cuenta')
}

/** Signs the document on the page with the mailed code. */
async function signWithCode(page: Page) {
  await page.getByRole('heading', { name: 'Lee el resumen' }).waitFor()
  await press(page, 'He leído el resumen, continuar')
  await press(page, 'Lo he leído, continuar')
  await signWithSentCode(page)
}

/** Has the code sent, and signs with it. */
async function signWithSentCode(page: Page) {
  await press(page, 'Enviar el código')
  await page.getByLabel('Código', { exact: true }).waitFor()
  const code = await readMailedCode(portal, page.url().split('/').at(-1)!.split('?')[0]!)
  await page.getByLabel('Código', { exact: true }).fill(code)
  await press(page, 'Firmar el documento')
  await page.getByRole('heading', { name: 'Documento firmado' }).waitFor()
}

describe('a new contract', () => {
  test('a household on a phone takes one out, and finds the link to sign in its mail', async () => {
    const options = { viewport: phone, colorScheme: 'dark', language: 'es' } as const
    const { context, page, expectNoErrors } = await openVisit(browser, portal, options)
    await page.goto('nuevo-cliente-electricidad?promocode=SOCI4')
    await waitForHydration(page)
    await press(page, 'Continuar: titular')
    await page.getByRole('alert', { name: 'Revisa 7 datos' }).waitFor()
    await expectAccessible(page)

    await at(page, 'cups').fill(switching)
    await page.getByText('no se puede contratar ahora: puede').waitFor()
    await expectAccessible(page)
    await fillSupply(page, known)
    await press(page, 'Continuar: titular')

    await step(page, '¿Quién será el titular?')
    await fillPerson(page, sandboxTaxIds.badScore, 'marta@example.com')
    await expectAccessible(page)
    await press(page, 'Continuar')
    await page.getByText('Ahora mismo no podemos ofrecerte este contrato').waitFor()
    await expectAccessible(page)
    await at(page, 'taxId').fill('99300111A')
    await press(page, 'Continuar')

    await step(page, 'Elige tu tarifa')
    await page.getByText('con el consumo real de este suministro').waitFor()
    await page.getByText('SOCI4, aplicado').waitFor()
    await page.getByRole('radio', { name: /SOCIOS/i }).check()
    await page.getByText('La más barata para ti').waitFor()
    await expectAccessible(page)
    await press(page, 'Continuar')

    await step(page, '¿Cómo quieres pagar?')
    await expectAccessible(page)
    // The browser's back button and a reload lose nothing.
    await page.goBack()
    await step(page, 'Elige tu tarifa')
    await page.goForward()
    await fillPayment(page)
    await page.reload()
    await waitForHydration(page)
    await step(page, 'Revisa y contrata')
    await page.getByText('Marta Vila').waitFor()
    await expectAccessible(page)
    await agreeAndContract(page)
    await expectAccessible(page)
    expectNoErrors()

    const mail = { to: 'marta@example.com', subject: /espera tu firma/, action: 'Elegir contraseña y firmar' }
    await followMail(page, mail)
    await choosePassword(page)
    await page.waitForURL('**/firma/**')
    await page.goto('')
    await page.getByRole('link', { name: 'Leer y firmar' }).first().click()
    await page.waitForURL('**/firma/**')
    await context.close()
  })

  test('a company on a desktop takes one out through its representative', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: desk, language: 'es' })
    await page.goto('nuevo-cliente-electricidad')
    await waitForHydration(page)
    await fillSupply(page, factory)
    await page.getByLabel('Negocio').check()
    await at(page, 'activity').fill('panader')
    await page.getByRole('listbox').getByRole('option').first().click()
    await expectAccessible(page)
    await press(page, 'Continuar: titular')

    await step(page, '¿Quién será el titular?')
    await at(page, 'taxId').fill('A58818501')
    await at(page, 'companyName').fill('Pan de Madrid SA')
    await at(page, 'representative-taxId').fill('99300222E')
    await at(page, 'representative-name').fill('Pau')
    await at(page, 'representative-surname1').fill('Roca')
    await at(page, 'companyDocument').setInputFiles(photo)
    await fillContact(page, 'pan@example.com')
    await expectAccessible(page)
    await press(page, 'Continuar')

    await step(page, 'Elige tu tarifa')
    await page.getByLabel('Potencia P6').waitFor()
    await page.getByRole('radio', { name: /EMPRESA/i }).check()
    await expectAccessible(page)
    await press(page, 'Continuar')
    await step(page, '¿Cómo quieres pagar?')
    await fillPayment(page)
    await page.getByText('Pan de Madrid SA').waitFor()
    await agreeAndContract(page)
    expectNoErrors()
    await context.close()
  })

  test('a signed-in customer takes out another one, and signs it at once', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '99300555X', name: 'Pere Soler' })
    const { token } = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const options = { viewport: desk, colorScheme: 'dark', language: 'es', token } as const
    const { context, page, expectNoErrors } = await openVisit(browser, portal, options)
    await page.goto('nuevo-cliente-electricidad')
    await waitForHydration(page)
    expect(await at(page, 'permitsContact').isChecked()).toBe(false)
    await fillSupply(page, unknown)
    await press(page, 'Continuar: titular')
    await step(page, '¿Quién será el titular?')
    await fillPerson(page, '99300555X', 'pere@example.com')
    await press(page, 'Continuar')
    await step(page, 'Elige tu tarifa')
    await at(page, 'power0').fill('3,45')
    await at(page, 'power1').fill('3.45')
    // The register has no data on the supply, so the customer enters the yearly consumption.
    await page.getByText('Coste al año: falta saber cuánto gastas').first().waitFor()
    await at(page, 'yearKwh').fill('2500')
    await page.getByText('con los 2.500 kWh que nos dices').waitFor()
    await page.getByRole('radio', { name: /CLARA/i }).check()
    await press(page, 'Continuar')
    await step(page, '¿Cómo quieres pagar?')
    await fillPayment(page)
    await expectAccessible(page)
    // The ledger has no consent of this customer yet.
    await at(page, 'acceptsConditions').check()
    await at(page, 'acceptsPrivacy').check()
    await press(page, 'Contratar')
    await page.getByRole('heading', { name: 'Solo falta tu firma' }).waitFor()
    await page.getByRole('link', { name: 'Leer y firmar' }).click()
    await page.waitForURL('**/firma/**')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expectNoErrors()
    await context.close()
  })

  test.each([
    ['phone', phone, 'light', '99300666Y', 99_997],
    ['desktop', desk, 'dark', '99300777W', 99_996],
  ] as const)(
    'on a %s the social bonus is renounced with it, a day and a card are chosen, and it is withdrawn from',
    async (_, viewport, colorScheme, tax_id, number) => {
      const { db } = portal.context
      const customerId = await insertCustomer(db, { tax_id, name: 'Marta Vila' })
      const userId = await insertUser(db, { customerIds: [customerId], email: `bono${number}@example.com` })
      const { token } = await portal.as(userId)
      const options = { viewport, colorScheme, language: 'es', token } as const
      const { context, page, expectNoErrors } = await openVisit(browser, portal, options)
      await page.goto('nuevo-cliente-electricidad')
      await waitForHydration(page)
      await fillSupply(page, makeCups('0021', `9900000${number}`), { isSupplied: true })
      await at(page, 'retailer').selectOption('Boreal')
      await page.getByLabel('Un día concreto').check()
      await at(page, 'switchDay').waitFor()
      await expectAccessible(page)
      await at(page, 'invoices').setInputFiles({ ...photo, name: 'factura.jpg' })
      await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
      await press(page, 'Continuar: titular')
      await step(page, '¿Quién será el titular?')
      await fillPerson(page, tax_id, `bono${number}@example.com`)
      await page.getByRole('group', { name: '¿Cambia el titular?' }).getByLabel('No').check()
      await press(page, 'Continuar')
      await step(page, 'Elige tu tarifa')
      await at(page, 'power0').fill('3,45')
      await at(page, 'power1').fill('3,45')
      await at(page, 'hasSocialBonus').check()
      await page.getByText('Si contratas con nosotros, pierdes el bono social').waitFor()
      await at(page, 'bonusDiscount').fill('48,17')
      await page.getByRole('radio', { name: /CLARA/i }).check()
      await expectAccessible(page)
      await press(page, 'Continuar')
      await step(page, '¿Cómo quieres pagar?')
      await page.getByLabel('Tarjeta', { exact: false }).check()
      await expect.poll(() => at(page, 'iban').count()).toBe(0)
      await expectAccessible(page)
      await press(page, 'Revisar el contrato')
      await step(page, 'Revisa y contrata')
      await page.getByText('Día del cambio').or(page.getByText('¿Cuándo quieres el cambio?')).first().waitFor()
      await page.getByText('Lo tengo y renuncio a él').waitFor()
      await at(page, 'acceptsConditions').check()
      await at(page, 'acceptsPrivacy').check()
      await press(page, 'Contratar')
      await page.getByRole('link', { name: 'Leer y firmar' }).click()
      await page.getByRole('heading', { name: 'Lee el resumen' }).waitFor()
      await press(page, 'He leído el resumen, continuar')
      await press(page, 'Lo he leído, continuar')
      await page.getByText('144,51').waitFor()
      await expectAccessible(page)
      await press(page, 'Continuar')
      await page.getByText('Para seguir, marca que lo aceptas').waitFor()
      await page.getByLabel('Lo he leído y lo acepto').check()
      await press(page, 'Continuar')
      await signWithSentCode(page)

      await page.getByRole('link', { name: 'Ir al contrato' }).click()
      await page.getByText('Renuncia al bono social con el contrato').first().waitFor()
      await page.getByText(/el día que elegiste, sin ningún corte/).waitFor()
      await page.getByText('Con tarjeta, en cada factura').first().waitFor()
      await expectAccessible(page)
      await press(page, 'Desistir del contrato')
      await page.getByText('No pagas nada y paramos el cambio.').waitFor()
      await expectAccessible(page)
      await press(page, 'Sí, desisto del contrato')
      await page.getByText('Desististe de este contrato').waitFor()
      expectNoErrors()
      await context.close()
    },
  )

  test('gas is started on a phone and continued on a desktop without losing anything', async () => {
    const options = { viewport: phone, colorScheme: 'dark', language: 'es' } as const
    const begun = await openVisit(browser, portal, options)
    await begun.page.goto('nuevo-cliente-gas')
    await waitForHydration(begun.page)
    await fillSupply(begun.page, gasSupply, { isSupplied: true })
    await at(begun.page, 'retailer').selectOption('Aurora')
    await at(begun.page, 'invoices').setInputFiles({ ...photo, name: 'factura.jpg' })
    await expectAccessible(begun.page)
    await press(begun.page, 'Continuar: titular')
    await step(begun.page, '¿Quién será el titular?')
    await fillPerson(begun.page, '99300333H', 'gas@example.com')
    await begun.page.getByRole('group', { name: '¿Cambia el titular?' }).getByLabel('No').check()
    await press(begun.page, 'Continuar')
    await step(begun.page, 'Elige tu tarifa de gas')
    await begun.page.getByRole('radio', { name: /GAS CLAR/ }).check()
    await expectAccessible(begun.page)
    await press(begun.page, 'Continuar: pago')
    await step(begun.page, '¿Cómo quieres pagar?')
    await at(begun.page, 'iban').fill('ES91 2100')
    await begun.page.getByText('Seguir en otro momento').click()
    await press(begun.page, 'Enviarme el enlace')
    await begun.page.getByText('Enlace enviado').waitFor()
    begun.expectNoErrors()
    await begun.context.close()

    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: desk, language: 'es' })
    await followMail(page, { to: 'gas@example.com', subject: /donde lo dejaste/, action: 'Seguir contratando' })
    await waitForHydration(page)
    await step(page, 'Elige tu tarifa de gas')
    await page.getByRole('radio', { name: /GAS CLAR/, checked: true }).waitFor()
    await press(page, 'Atrás')
    await step(page, '¿Quién será el titular?')
    await page.getByText('dni.jpg').waitFor()
    await press(page, 'Atrás')
    await step(page, '¿Dónde quieres contratar?')
    await page.getByText('factura.jpg').waitFor()
    await press(page, 'Continuar: titular')
    await press(page, 'Continuar')
    await payAndContractGas(page, { typedIban: 'ES91 2100' })
    expectNoErrors()
    await context.close()
  })

  test('light and gas are taken out together, and signed from one mail', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: desk, language: 'es' })
    await page.goto('nuevo-cliente-dual')
    await waitForHydration(page)
    await fillSupply(page, alsoUnknown)
    await press(page, 'Continuar: titular')
    await step(page, '¿Quién será el titular?')
    await fillPerson(page, '99300444Z', 'dual@example.com')
    await press(page, 'Continuar')
    await step(page, 'Elige tu tarifa')
    await at(page, 'power0').fill('3,45')
    await at(page, 'power1').fill('3,45')
    await page.getByRole('radio', { name: /CLARA/ }).check()
    await press(page, 'Continuar')
    await step(page, 'Elige tu tarifa de gas')
    await press(page, 'Continuar: pago')
    await page.getByRole('alert', { name: /Revisa/ }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await at(page, 'cups').fill(makeCups('0217', '990000199999'))
    await page.getByText('No consta en el registro').waitFor()
    await page.getByRole('group', { name: '¿Tiene gas ahora?' }).getByLabel('No').check()
    await at(page, 'tariff').selectOption('RL.2')
    await page.getByRole('radio', { name: /GAS CLAR/ }).check()
    await expectAccessible(page)
    await payAndContractGas(page)

    const subject = 'Tus contratos de luz y gas esperan tu firma'
    const mail = { to: 'dual@example.com', subject: new RegExp(subject), action: 'Elegir contraseña y firmar' }
    await followMail(page, mail)
    await choosePassword(page)
    await page.getByRole('heading', { level: 1, name: /Contratos de electricidad L\d+ y de gas L\d+/ }).waitFor()
    await waitForHydration(page)
    await expectAccessible(page)
    await signWithCode(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ir al contrato de gas' }).waitFor()
    // The link is opened again: a signed-in user is redirected to its target, anyone else is told that it was used.
    await followMail(page, mail)
    await page.waitForURL('**/firma/**')
    const href = page.url()
    await page.goto('demo/mail')
    expect(
      await page
        .getByRole('link', { name: /espera.* tu firma/ })
        .filter({ hasText: 'dual@example.com' })
        .count(),
    ).toBe(1)
    await dropSession(page)
    await followMail(page, mail)
    await page.getByRole('heading', { level: 1, name: 'Este enlace ya se usó' }).waitFor()
    await page.getByText(/Firmaste «Contratos de electricidad L\d+ y de gas L\d+» el/).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Entrar en mi cuenta' }).click()
    await page.waitForURL('**/acceso?redirectPath=**')
    expect(decodeURIComponent(page.url())).toContain(`/signature/${href.split('/').at(-1)}`)
    expectNoErrors()
    await context.close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerCase } from '#domains/support/server/answer-case.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')
const photo = {
  name: 'contador.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 7)]),
}

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  let browser: Browser
  let portal: RunningPortal

  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now, months: 3 })])
  })
  afterAll(() => portal.close())

  test('anna writes with a file, is answered, and answers back', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signInAt(page, 'solicitudes/crear')
    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await page.getByRole('link', { name: 'Elige el contrato' }).waitFor()
    await expectAccessible(page)

    await page.getByLabel('Contrato', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('De qué se trata').selectOption({ label: 'Facturas y pagos' })
    await page.getByLabel('Asunto').fill('Una duda de la factura')
    await page.getByLabel('Descripción').fill('¿Por qué hay dos potencias?')
    await page.getByLabel('Archivos adjuntos').setInputFiles(photo)
    await arrived(page)
    await page.reload()
    await waitForHydration(page)
    expect(await page.getByLabel('Descripción').inputValue()).toBe('¿Por qué hay dos potencias?')
    await page.getByRole('button', { name: 'Quitar contador.jpg' }).waitFor()

    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await page.getByRole('link', { name: 'Ver la solicitud' }).click()
    await page.getByRole('heading', { level: 1, name: 'Una duda de la factura' }).waitFor()
    await page.getByText('Te respondemos como muy tarde el 25/11/2026.').waitFor()
    await expectAccessible(page)

    const caseId = Number(new URL(page.url()).pathname.split('/').at(-1))
    await answerCase(portal.context, {
      caseId,
      message: 'Una es de día y otra de noche. ¿Cuál te parece mal?',
      state: 'additional_information_required',
      isFollowed: true,
      now: new Date(now.getTime() + 60_000),
    })
    await page.reload()
    await waitForHydration(page)
    await page.getByText('Necesitamos más datos').waitFor()
    await page.getByText('Una es de día y otra de noche.').waitFor()
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('La de la noche.')
    await page.getByRole('button', { name: 'Enviar el mensaje' }).click()
    await page.getByText('La estamos revisando').waitFor()
    await page.getByRole('article').filter({ hasText: 'La de la noche.' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Solicitudes', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Solicitudes' }).waitFor()
    await page.getByRole('link', { name: 'Una duda de la factura' }).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })

  test('anna downloads the file attached to an answer', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signInAt(page, 'solicitudes')
    await page.getByRole('link', { name: 'La lectura es estimada' }).click()
    const answer = page.getByRole('article').filter({ hasText: 'Tienes razón, Anna.' })
    await answer.getByText(/Demo Energia/).waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await answer.getByRole('link', { name: /^calculo-factura\.pdf/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('calculo-factura.pdf')
    expect(Buffer.concat(await (await file.createReadStream()).toArray()).toString('latin1', 0, 5)).toBe('%PDF-')
    expectNoErrors()
    await context.close()
  })

  test('a meter reading below the last one is rejected, and the last one is shown', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    const { db } = portal.context
    const { supply_point_id } = await db
      .selectFrom('contract')
      .where('name', '=', '0048213')
      .select('supply_point_id')
      .executeTakeFirstOrThrow()
    const register_wh = [4_000_000, 5_000_000, 9_000_000] as never
    await db.insertInto('meter_reading').values({ supply_point_id, day: '2026-11-01', register_wh }).execute()
    await signInAt(page, 'contacto?autolectures=true&contract=0048213')
    await page.getByLabel('Punta (P1)').fill('3999')
    await page.getByLabel('Llano (P2)').fill('5040')
    await page.getByLabel('Valle (P3)').fill('9120')
    await page.getByLabel('Archivos adjuntos').setInputFiles(photo)
    await arrived(page)
    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await page.getByRole('link', { name: /El 01\/11\/2026 ya marcaba 4\.000.kWh/ }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Punta (P1)').fill('4050')
    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await page.getByRole('link', { name: 'Ver la solicitud' }).click()
    await page.getByText(/4\.050.kWh/).waitFor()
    expectNoErrors()
    await context.close()
  })

  test('a claim starts at the choice of its type, and gets a number', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signInAt(page, 'reclamaciones')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Me habéis cobrado dos veces' }).click()
    await page.getByRole('heading', { level: 1, name: 'Atención al cliente' }).waitFor()
    await page.getByLabel('Contrato', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Descripción').fill('Dos cargos el mismo día.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enviar la reclamación' }).click()
    await page.getByText(/2026-\d{6}/).waitFor()
    expectNoErrors()
    await context.close()
  })

  test('a visitor without an account can write too', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto('contacto')
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByLabel('Correo electrónico').fill('eva@example.test')
    await page.getByLabel('Móvil').fill('612 345 678')
    await page.getByLabel('De qué se trata').selectOption({ label: 'Precios y contratación' })
    await page.getByLabel('Asunto').fill('Precios')
    await page.getByLabel('Descripción').fill('¿Qué tarifas tenéis?')
    await page.getByLabel('Archivos adjuntos').setInputFiles(photo)
    await arrived(page)
    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await page.getByText(/2026-\d{6}/).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

/** Waits until a chosen file is uploaded. */
async function arrived(page: Page) {
  await page.getByRole('button', { name: 'Quitar contador.jpg' }).waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
}

async function signInAt(page: Page, path: string) {
  await signIn(page, { login: 'anna' })
  await page.goto(path)
  await waitForHydration(page)
}

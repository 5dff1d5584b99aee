import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal } from './start-portal.ts'

// A Friday; complaints about bills are answered within five days of the calendar.
const opening = new Date('2026-11-20T11:00:00Z')
const dayFive = new Date('2026-11-25T16:00:00Z')

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  let browser: Browser
  let portal: RunningPortal

  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now: opening, months: 3 })])
  })
  afterAll(() => portal.close())

  test('anna complains about a bill, is answered on the fifth day, within the term, and rates it', async () => {
    const complaint = await openVisit(browser, portal, { viewport, language: 'es' })
    await signIn(complaint.page, { login: 'anna' })
    await complaint.page.goto('reclamaciones')
    await waitForHydration(complaint.page)
    await complaint.page.getByRole('link', { name: 'Me habéis cobrado dos veces' }).click()
    await complaint.page.getByLabel('Contrato', { exact: true }).selectOption({ index: 1 })
    await complaint.page.getByLabel('Descripción').fill('Dos cargos el mismo día.')
    await complaint.page.getByRole('button', { name: 'Enviar la reclamación' }).click()
    await complaint.page.getByRole('link', { name: 'Ver la solicitud' }).click()
    await complaint.page.getByText('Te respondemos como muy tarde el 25/11/2026.').waitFor()
    await complaint.page.getByText(/El plazo es de 5 días naturales\..*Ley 10\/2025/).waitFor()
    await expectAccessible(complaint.page)
    const path = new URL(complaint.page.url()).pathname
    const subject = await complaint.page.getByRole('heading', { level: 1 }).innerText()
    complaint.expectNoErrors()
    await complaint.context.close()

    portal.setClock(dayFive)
    const { page, context, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/cases?assignee=nobody', {
      viewport,
      roles: ['care'],
    })
    const row = page.getByRole('row').filter({ hasText: subject }).filter({ hasText: '25/11/2026' })
    await row.waitFor()
    expect(await row.getByText(/Con retraso/).count()).toBe(0)
    await page.getByRole('button', { name: 'Marcar la página' }).click()
    await page.getByRole('button', { name: 'Desmarcar' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Desmarcar' }).click()
    await row.getByRole('checkbox').focus()
    await page.keyboard.press('a')
    await page.getByText('Hecho con una consulta.').first().waitFor()
    await row.waitFor({ state: 'detached' })

    await page.getByRole('combobox', { name: 'Asignada a' }).selectOption({ label: 'Mí' })
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('link', { name: subject }).click()
    await page.getByRole('heading', { level: 1, name: subject }).waitFor()
    await page.getByText('Ley 10/2025').first().waitFor()
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Tienes razón: te devolvemos el segundo cargo.')
    await page.getByLabel('Estado después de responder').selectOption({ label: 'Aceptada' })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enviar la respuesta' }).click()
    await page.getByText('Esta consulta está cerrada.').waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()

    const reading = await openVisit(browser, portal, { viewport, language: 'es' })
    await signIn(reading.page, { login: 'anna' })
    await reading.page.goto(path.slice(1))
    await waitForHydration(reading.page)
    await reading.page.getByText('Te respondimos el 25/11/2026; el plazo acababa el 25/11/2026.').waitFor()
    await reading.page.getByText('Tienes razón: te devolvemos el segundo cargo.').waitFor()
    await reading.page
      .getByLabel('¿Cómo de satisfecho estás con nuestra respuesta?')
      .selectOption({ label: '4: bastante' })
    await expectAccessible(reading.page)
    await reading.page.getByRole('button', { name: 'Enviar tu opinión' }).click()
    await reading.page.getByText('Valoraste nuestra respuesta con un 4 sobre 5. Gracias.').waitFor()
    reading.expectNoErrors()
    await reading.context.close()
  })
})

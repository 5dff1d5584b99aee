import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUnsignedRequest } from '#domains/support/api.ts'
import { answerCase } from '#domains/support/server/answer-case.ts'
import { signCaseToken } from '#domains/support/server/case-link.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal } from './start-portal.ts'

// A Tuesday, noon in Madrid.
const now = new Date('2026-11-24T11:00:00Z')
const photo = { name: 'contador.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) }

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  let browser: Browser
  let portal: RunningPortal

  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
  })
  afterAll(() => portal.close())

  test('biel asks for a call, completes his case, is answered and rates the answer', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signIn(page, { login: 'biel' })
    await page.goto('solicitudes/crear?topic=continuity')
    await waitForHydration(page)
    const contract = page.getByLabel('Contrato', { exact: true })
    if ((await contract.inputValue()) === '') await contract.selectOption({ index: 1 })
    await page.getByLabel('Asunto').fill('Sin luz en casa')
    await page.getByLabel('Descripción').fill('No hay luz desde las once.')
    await page.getByLabel('Cómo quieres la respuesta').selectOption({ label: 'Por correo electrónico' })
    await page.getByLabel('¿Quieres que te llamemos?').selectOption({ index: 1 })
    await page.getByLabel('Teléfono al que te llamamos').fill('600 111 222')
    await page.getByLabel('Archivos adjuntos').setInputFiles(photo)
    await page.getByRole('button', { name: 'Quitar contador.jpg' }).waitFor()
    await expectAccessible(page)
    await expectNothingSold(page)
    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await page.getByRole('link', { name: 'Ver la solicitud' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sin luz en casa' }).waitFor()
    const caseId = Number(new URL(page.url()).pathname.split('/').at(-1))
    await page.getByText(/Te llamamos el 24\/11\/2026.*600 111 222/).waitFor()

    const answer = { caseId, isFollowed: true, now }
    const missing = { message: 'Dinos qué marca el contador.', state: 'additional_information_required' } as const
    await answerCase(portal.context, { ...answer, ...missing })
    await page.reload()
    await waitForHydration(page)
    await page.getByText(/Nos falta información: .*09\/12\/2026/).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('No marca nada.')
    await page.getByRole('button', { name: 'Enviar el mensaje' }).click()
    await page.getByText('No marca nada.').waitFor()
    await page.getByText(/Nos falta información:/).waitFor({ state: 'detached' })

    await answerCase(portal.context, { ...answer, message: 'Ya hay luz.', state: 'accepted' })
    await page.reload()
    await waitForHydration(page)
    await page.getByText('Ya hay luz.').waitFor()
    expect(await page.getByText(/Te llamamos el/).count()).toBe(0)
    await page.getByLabel('¿Cómo de satisfecho estás con nuestra respuesta?').selectOption({ label: '5: mucho' })
    await expectAccessible(page)
    await expectNothingSold(page)
    await page.getByRole('button', { name: 'Enviar tu opinión' }).click()
    await page.getByText('Valoraste nuestra respuesta con un 5 sobre 5. Gracias.').waitFor()
    expectNoErrors()
    await context.close()
  })

  test('a visitor has the receipt by the link in the mail, and an operator sees the case and the reports', async () => {
    const { db, sessionKeys: keys } = portal.context
    const { case_id: caseId } = await db
      .selectFrom('support_case')
      .orderBy('case_id', 'desc')
      .select('case_id')
      .executeTakeFirstOrThrow()
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto(`tu-consulta?link=${await signCaseToken(caseId, { keys, now })}`)
    await waitForHydration(page)
    await page.getByRole('heading', { level: 1, name: /^Tu solicitud 2026-/ }).waitFor()
    await expectAccessible(page)
    await expectNothingSold(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar el justificante' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^2026-\d{6}\.pdf$/)
    expectNoErrors()
    await page.goto('tu-consulta?link=x')
    await page.getByText('Este enlace ya no sirve').waitFor()
    await expectAccessible(page)
    await context.close()

    const visit = await visitAsOperator(browser, portal, 'operator/cases?state=all', { viewport })
    await visit.page.getByRole('button', { name: 'Informe de 2026' }).waitFor()
    await expectAccessible(visit.page)
    const [report] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.page.getByRole('button', { name: 'Informe de 2026' }).click(),
    ])
    expect(report.suggestedFilename()).toBe('atencion-2026.csv')
    await visit.context.close()
  })

  test('a visitor asks for a supervisor by the link in the mail', async () => {
    const { db, sessionKeys: keys } = portal.context
    await portal.anonymous.send(openUnsignedRequest, {
      body: {
        ...{ email: 'bea@example.test', mobile: '600111333', category: 11, subject: 'Mi factura' },
        ...{ description: 'No la entiendo.', attachment: [] },
      },
    })
    const last = db.selectFrom('support_case').orderBy('case_id', 'desc').select('case_id')
    const { case_id: caseId } = await last.executeTakeFirstOrThrow()
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto(`tu-consulta?link=${await signCaseToken(caseId, { keys, now })}`)
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Hablar con un responsable' }).press('Enter')
    await page.getByText('Un responsable te llamará como muy tarde el 24/11/2026.').waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()

    const visit = await visitAsOperator(browser, portal, 'operator/cases', { viewport })
    await visit.page.getByRole('row', { name: /Mi factura.*Responsable: hasta el 24\/11\/2026/ }).waitFor()
    await visit.context.close()
  })
})

/** In a case about an interruption of supply, its page links to nothing that is sold. */
async function expectNothingSold(page: Page) {
  const links = await page.locator('main a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const selling = /\/(nuevo-cliente|comparador|boletin|potencia|omip)|\/tarifa/
  expect(links.filter((link) => selling.test(link))).toEqual([])
}

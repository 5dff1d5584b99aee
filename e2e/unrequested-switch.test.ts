import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { openContractDuties } from '#domains/contracting/server/contract-duties.ts'
import { recordSwitchStep } from '#domains/contracting/server/switch-step-store.ts'
import { answerCase } from '#domains/support/server/answer-case.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const now = new Date('2026-11-24T11:00:00Z')

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  let browser: Browser
  let portal: RunningPortal

  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now })])
  })
  afterAll(() => portal.close())

  test('a visitor undoes by one form a switch that they never asked for', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto('cambio-no-pedido')
    await waitForHydration(page)
    await page.getByText(/No pagas nada por un suministro o un servicio que no has pedido/).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Qué ha pasado').selectOption({ index: 1 })
    await page.getByLabel('Nombre completo del titular').fill('Pau Serra')
    await page.getByLabel('CUPS').fill('ES0031406083219007ZY0F')
    await page.getByLabel('Correo electrónico').fill('pau@example.test')
    await page.getByLabel('Móvil').fill('600 000 202')
    await page.getByRole('button', { name: 'Comunicar el cambio' }).click()
    await page.getByText(/Te respondemos por correo como muy tarde el 16\/12\/2026/).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })

  test('a customer reads why a switch was rejected, and has one undone that they did not ask for', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { name: 'Eva Garriga' })
    const userId = await insertUser(db, { customerIds: [customerId] })
    const signed = { state: 'esborrany', signed_on: '2026-11-20', starts_on: null, payer_tax_id: '12345678Z' }
    const { contractId, name } = await insertContract(db, { customerId, ...signed } as never)
    await openContractDuties(db, { customerId, contractId, energy: 'electricity', isSwitch: true, now })
    const rejected = { step: 'rejected', code: '03', happenedOn: '2026-11-23' } as const
    await recordSwitchStep(db, { customerId, contractId, ...rejected, operatorId: null, now })
    const { token } = await portal.as(userId)

    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, token, language: 'es' })
    await page.goto(`contratos/electricidad/${name}`)
    await waitForHydration(page)
    await page.getByText(/El NIF no es el de quien tiene el contrato ahora/).waitFor()
    await page.getByText(/Hasta el .* puedes desistir sin dar motivos/).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Yo no he pedido este cambio' }).click()
    await page.getByRole('heading', { level: 1, name: 'Un cambio que no has pedido' }).waitFor()
    await page.getByRole('button', { name: 'Comunicar el cambio' }).click()
    await page.getByRole('link', { name: 'Ver la solicitud' }).click()
    await page.getByRole('heading', { level: 1, name: /cambio de comercializadora que no he pedido/ }).waitFor()
    const caseId = Number(new URL(page.url()).pathname.split('/').at(-1))
    await answerCase(portal.context, { caseId, message: 'Tienes razón.', state: 'accepted', isFollowed: true, now })
    await page.reload()
    await page.getByText('Tienes razón.').waitFor()
    await expectAccessible(page)
    expectNoErrors()
    expect(caseId).toBeGreaterThan(0)
    await context.close()
  })
})

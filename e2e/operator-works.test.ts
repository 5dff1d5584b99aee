import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { openRequest } from '#domains/support/api.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let eva: { userId: number; contract: Awaited<ReturnType<typeof insertContract>>; customerId: number }

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
  const { db } = portal.context
  await loadSupportTypes(db)
  const customerId = await insertCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  const contract = await insertContract(db, { customerId, name: '0049077' })
  eva = { customerId, contract, userId: await insertUser(db, { login: 'eva', name: 'Eva', customerIds: [customerId] }) }
})
afterAll(() => portal.close())

async function asEva(path: string) {
  const token = await createSessionToken(portal.context, { userId: eva.userId, locale: 'es' })
  const seen = await openVisit(browser, portal, { viewport: phone, language: 'es', token })
  await seen.page.goto(path)
  await waitForHydration(seen.page)
  return seen
}

describe('an operator', () => {
  test('answers a case, and the customer reads the answer', async () => {
    const customer = await portal.as(eva.userId)
    const { id } = await customer.send(openRequest, {
      body: {
        polissa_id: eva.contract.contractId,
        polissa_type: 'electricity',
        categ_id: 11,
        title: 'La factura de octubre',
        message: 'Me parece muy alta.',
        attachments: [{ filename: 'factura.jpg', content: aPhoto.toString('base64') }],
      },
    })
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/cases')
    await page.getByRole('link', { name: 'La factura de octubre' }).click()
    await page.getByText('Me parece muy alta.').waitFor()
    await page.getByLabel('Mensaje', { exact: true }).fill('La lectura era estimada: la hemos corregido.')
    await page.getByLabel('Estado después de responder').selectOption({ label: 'Aceptada' })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enviar la respuesta' }).click()
    await page.getByText(/Esta consulta está cerrada/).waitFor()
    expectNoErrors()
    await context.close()

    const own = await asEva(`solicitudes/${id}`)
    await own.page.getByText('La lectura era estimada: la hemos corregido.').waitFor()
    await expectAccessible(own.page)
    own.expectNoErrors()
    await own.context.close()
  })

  test('rejects a change of power, and the customer sees the contract unchanged', async () => {
    const { db } = portal.context
    const zeros = { power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0 }
    const number = await createChangeRequest(db, {
      customerId: eva.customerId,
      contractId: eva.contract.contractId,
      kind: 'power',
      details: { power_p1: 5750, power_p2: 4600, phone: '+34612345678', ...zeros },
      state: 'requested',
      userId: eva.userId,
      requestId: 'r',
      now: new Date(),
    })
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, `operator/requests/${number}`)
    await page.getByText('5,75 kW').waitFor()
    await page.getByRole('button', { name: 'Rechazar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await dialog.getByText('Escribe el motivo.').waitFor()
    await dialog.getByLabel('Motivo').fill('Supera la potencia del boletín')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Rechazada').waitFor()
    expectNoErrors()
    await context.close()

    const own = await asEva('solicitudes')
    await own.page.getByText('Cambio de potencia').first().waitFor()
    await own.page.getByText('Rechazado', { exact: true }).first().waitFor()
    await expectAccessible(own.page)
    own.expectNoErrors()
    await own.context.close()
  })
})

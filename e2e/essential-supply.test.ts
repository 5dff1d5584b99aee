import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { openDueDebts } from '#domains/collections/server/advance-debt.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')
const paper = { name: 'informe.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) }

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now })])
})
afterAll(() => portal.close())

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  test('a customer declares a medical device, sends what was missing, and reads until when nothing is cut off', async () => {
    const { db } = portal.context
    const name = `Eva ${viewport.width}`
    const contract = await insertContract(db, { customerId: await insertCustomer(db, { name }) })
    await insertInvoice(db, { contract, due_on: '2026-11-10', amount_total_cents: 4_569 })
    await openDueDebts(db, now)
    const { token } = await portal.as(await insertUser(db, { customerIds: [contract.customerId] }))
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      ...{ viewport, token: token!, language: 'es' },
    })
    const openDebt = async () => {
      await page.goto('deuda')
      await waitForHydration(page)
    }
    await openDebt()
    await page.getByRole('button', { name: 'Declararlo' }).click()
    await page.getByText('Adjunta el informe del médico').waitFor()
    await page.getByLabel('Documentos', { exact: true }).setInputFiles(paper)
    await page.getByRole('button', { name: 'Quitar informe.jpg' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enviar la declaración' }).click()
    await page.getByText('no se corta mientras lo revisamos').waitFor()
    await page.getByText(/^Te respondemos .*14\/12\/2026/).waitFor()
    await expectAccessible(page)

    const operator = await visitAsOperator(browser, portal, 'operator/declarations', { viewport })
    const decide = async (decision: string) => {
      await operator.page.getByRole('button', { name: new RegExp(`^${decision}.*${name}$`) }).click()
      return operator.page.getByRole('dialog')
    }
    await operator.page.getByText('Alguien depende de un equipo médico').first().waitFor()
    await expectAccessible(operator.page)
    const asking = await decide('Pedir más')
    await asking.getByLabel('Qué falta').fill('La segunda página.')
    await asking.getByRole('button', { name: 'Pedir más' }).click()
    await operator.page.getByRole('status').filter({ hasText: 'Guardado' }).first().waitFor()

    await openDebt()
    await page.getByText('Falta: La segunda página.').waitFor()
    await page.getByLabel('Documentos', { exact: true }).setInputFiles({ ...paper, name: 'segunda.jpg' })
    await page.getByRole('button', { name: 'Quitar segunda.jpg' }).waitFor()
    await page.getByRole('button', { name: 'Enviar lo que falta' }).click()
    await page.getByText('En revisión').waitFor()

    await operator.page.goto('operator/declarations')
    await waitForHydration(operator.page)
    const accepting = await decide('Aceptar')
    await accepting.getByRole('textbox', { name: 'Aceptada hasta' }).fill('20/11/2027')
    await expectAccessible(operator.page)
    await accepting.getByRole('button', { name: 'Aceptar', exact: true }).click()
    await operator.page.getByRole('status').filter({ hasText: 'Guardado' }).first().waitFor()

    await openDebt()
    await page.getByText('Tu suministro es esencial: no se corta.').waitFor()
    await page.getByText(/hasta el 20\/11\/2027, no se corta/).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    operator.expectNoErrors()
    await operator.context.close()
    await context.close()
  })
})

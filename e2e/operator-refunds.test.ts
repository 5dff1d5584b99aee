import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { payItem, readTransactionSummary } from '#domains/payments/api.ts'
import { expectAccessible, startBrowser } from './browser.ts'
import { approveAsOperator, visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  const environment = { DEMO: 'on' }
  const now = new Date('2026-11-20T15:20:00Z')
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ environment, now })])
})
afterAll(() => portal.close())

describe('an operator', () => {
  test('sees open payments, requests a partial refund that another operator approves, and sees the usage of the portal', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { name: 'Eva García Lluís' })
    const contract = await insertContract(db, { customerId, name: '0049077' })
    const customer = await portal.as(await insertUser(db, { customerIds: [customerId], email: 'eva@example.test' }))
    const item_id = await insertInvoice(db, { contract, amount_total_cents: 4569, number: 'FE26/1' })
    for (const number of ['4000000000000002', '4242424242424242']) {
      const payload = { number, exp_month: '12', exp_year: '34', cvc: '123' }
      const method = await portal.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
      const platform = { platform_name: 'sandbox', related_object_type: 'invoice' as const }
      await customer.send(payItem, { body: { payment_method_id: method.json().id, item_id, ...platform } })
    }
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator')
    await expectAccessible(page)
    await page.getByRole('link', { name: '1 pago sin cobrar en las últimas 24 horas' }).click()
    await page.getByRole('heading', { name: 'Pagos con tarjeta' }).waitFor()
    await page.getByLabel('Estado').selectOption('Cobrados')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('row', { name: /FE26\/1.*Cobrado/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'FE26/1' }).click()
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Importe en euros').fill('5,69')
    await dialog.getByLabel('Motivo').fill('Cobrada de más')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Devolver' }).click()
    await page.getByText(/espera a otro operador/).waitFor()
    expect(await page.getByRole('button', { name: 'Devolver' }).count()).toBe(0)
    await expectAccessible(page)
    expect(await db.selectFrom('payment_refund').selectAll().execute()).toEqual([])
    await approveAsOperator(browser, portal, /Devolver 5,69.*FE26\/1/)
    await page.reload()
    await page.getByText('Aún se pueden devolver 40,00').waitFor()
    await expectAccessible(page)
    const summary = await customer.send(readTransactionSummary, { params: { invoiceId: String(item_id) } } as never)
    expect(summary).toMatchObject({ amount: 45.69, refunded_amount: 5.69 })

    await page.getByRole('link', { name: 'Actividad' }).click()
    await page.getByText('2 intentos de pago, 1 sin cobrar.').waitFor()
    await page.getByRole('button', { name: 'Ver como tabla' }).nth(1).click()
    await page.getByRole('table', { name: 'Pagos con tarjeta' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Estado de los sistemas' }).click()
    await page.getByRole('table', { name: /Sistemas de los que depende/ }).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    expect(await db.selectFrom('payment_refund_entry').select('amount_cents').execute()).toEqual([
      { amount_cents: 569 },
    ])
    await context.close()
  })
})

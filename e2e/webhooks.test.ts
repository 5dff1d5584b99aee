import type { Browser } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertUser } from '#app/server/testing/builders.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { createKey } from '#domains/integration/server/key-store.ts'
import { openRequest } from '#domains/support/api.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { startWebhookJobs } from '#domains/webhooks/server/jobs.ts'
import { startReceiver } from '#domains/webhooks/server/receiver-testing.ts'
import { expectAccessible, startBrowser } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let jobs: ReturnType<typeof startWebhookJobs>
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  receiver = await startReceiver(503, 204)
  ;[browser, portal] = await Promise.all([
    startBrowser(),
    startPortal({ environment: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } }),
  ])
  const log = { warn() {}, error() {} }
  jobs = startWebhookJobs({ ...portal.context, allowsPrivate: true, operators: async () => [], log })
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
  await receiver.close()
})

/** Creates a contract holder imported from the retailer's own system, who then writes to the retailer. */
async function aCustomerWrites() {
  const { db } = portal.context
  const key = await createKey(db, { name: 'erp', scopes: ['customers:write'], expiresAt: null, now: new Date() })
  const line = { taxId: '99100733N', name: 'Eva García Lluís', fiscalAddress: 'Carrer Nou, 8 - Vic' }
  const answer = await fetch(`${portal.address}/integration/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: `${JSON.stringify(line)}\n`,
  })
  expect(await answer.text()).toContain('"accepted":1')
  const { customer_id: customerId } = await db
    .selectFrom('customer')
    .where('tax_id', '=', '99100733N')
    .select('customer_id')
    .executeTakeFirstOrThrow()
  const contract = await insertContract(db, { customerId })
  await loadSupportTypes(db)
  const eva = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  const { id } = await eva.send(openRequest, {
    body: {
      polissa_id: contract.contractId,
      polissa_type: 'electricity',
      categ_id: 11,
      title: 'La factura',
      message: 'Me parece alta.',
      attachments: [{ filename: 'contador.jpg', content: aPhoto.toString('base64') }],
    },
  })
  return { caseId: id, customerId, contractId: contract.contractId }
}

describe('an operator', () => {
  test('adds a system that receives what an imported customer does, once it accepts the delivery', async () => {
    const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/webhooks')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Añadir un receptor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Dirección').fill(receiver.url)
    await dialog.getByRole('checkbox', { name: /Todos los eventos/ }).uncheck()
    await dialog.getByRole('checkbox', { name: /case\.opened/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('Guárdalo ahora').waitFor()
    await expectAccessible(page)
    const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec((await dialog.textContent())!)![0]
    await dialog.getByRole('button', { name: 'Lo he guardado' }).click()

    const openedCase = await aCustomerWrites()
    await page.getByRole('link', { name: 'Ver las entregas' }).click()
    await page.getByRole('link', { name: 'case.opened' }).click()
    await page.getByRole('heading', { name: 'case.opened', level: 1 }).waitFor()
    await expectAccessible(page)
    await expect.poll(() => receiver.arrived.length).toBe(2)
    for (const { headers, body } of receiver.arrived)
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({
        type: 'case.opened',
        data: { case_id: openedCase.caseId, customer_id: openedCase.customerId, contract_id: openedCase.contractId },
      })
    await page.getByText('Entregada').waitFor()

    await page.goto('operator/webhooks/deliveries?state=delivered')
    const row = page.getByRole('row', { name: /case\.opened/ })
    await row.getByText('204').waitFor()
    await row.getByText('2', { exact: true }).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

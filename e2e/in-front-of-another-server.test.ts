import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { hashPassword } from '#domains/session/server/passwords.ts'
import { hydrated, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

const password = 'Una-llum-encesa-7'

describe('in front of another server', () => {
  let browser: Browser
  let behind: TestPortal
  let portal: RunningPortal
  let contractName: string

  beforeAll(async () => {
    ;[browser, behind] = await Promise.all([startBrowser(), testPortal()])
    const { db } = behind.context
    const customerId = await aCustomer(db)
    const contract = await aContract(db, { customerId })
    contractName = contract.name
    await anInvoice(db, { contract, number: 'FE26/157374' })
    await aUser(db, {
      login: 'anna',
      name: 'Anna Güell',
      password_hash: await hashPassword(password),
      customerIds: [customerId],
    })
    const address = await behind.app.listen({ port: 0, host: '127.0.0.1' })
    portal = await startPortal({ environment: { UPSTREAM_API: address } })
  })
  afterAll(async () => {
    await Promise.all([browser.close(), portal.close()])
    await behind.close()
  })

  test('anna comes in, reads her contract and keeps an invoice, all of it drawn from over there', async () => {
    const { context, page, expectQuiet } = await visit(browser, portal, { language: 'es' })
    await page.goto('acceso')
    await hydrated(page)
    await page.getByLabel(/^Usuario/).fill('anna')
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/acceso'))
    await page.waitForLoadState('networkidle')

    const drawn = await (await page.request.get('facturas')).text()
    expect(drawn).toContain('FE26/157374')
    expect(await (await page.request.get('contratos/electricidad')).text()).toContain(contractName)

    await page.goto('facturas')
    await hydrated(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /PDF/ })
        .or(page.getByRole('link', { name: /PDF/ }))
        .first()
        .click(),
    ])
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    expectQuiet()
    await context.close()
  })
})

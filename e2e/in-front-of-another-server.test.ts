import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { hashPassword } from '#domains/session/server/passwords.ts'
import { openVisit, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const password = 'Una-llum-encesa-7'

describe('in front of an upstream server', () => {
  let browser: Browser
  let behind: TestPortal
  let portal: RunningPortal
  let contractName: string

  beforeAll(async () => {
    ;[browser, behind] = await Promise.all([startBrowser(), startTestPortal()])
    const { db } = behind.context
    const customerId = await insertCustomer(db)
    const contract = await insertContract(db, { customerId })
    contractName = contract.name
    await insertContract(db, { customerId, energy: 'gas' })
    await insertBatteryLink(db, { contract })
    await insertInvoice(db, { contract, number: 'FE26/157374' })
    await insertUser(db, {
      login: 'anna',
      name: 'Anna Güell',
      password_hash: await hashPassword(password),
      customerIds: [customerId],
    })
    const address = await behind.app.listen({ port: 0, host: '127.0.0.1' })
    portal = await startPortal({ environment: { UPSTREAM_API: address } })
  })
  afterAll(async () => {
    await portal.close()
    await behind.close()
  })

  test('anna signs in, reads her contract and downloads an invoice, all rendered from upstream data', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { language: 'es' })
    await signIn(page)

    const drawn = await (await page.request.get('facturas')).text()
    expect(drawn).toContain('FE26/157374')
    expect(await (await page.request.get('contratos/electricidad')).text()).toContain(contractName)

    await page.goto('facturas')
    await waitForHydration(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /PDF/ })
        .or(page.getByRole('link', { name: /PDF/ }))
        .first()
        .click(),
    ])
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    expectNoErrors()
    await context.close()
  })

  test('offers only what the upstream server supports: no page is a dead end, and none requests more', async () => {
    const { context, page } = await openVisit(browser, portal, { language: 'es' })
    await signIn(page)
    const refused: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.startsWith('/api/') || response.status() < 400) return
      refused.push(`${new URL(page.url()).pathname} asks ${response.request().method()} ${pathname}`)
    })
    const deadEnds: string[] = []
    const seen = new Set<string>()
    const waiting = ['/']
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (seen.has(path)) continue
      seen.add(path)
      const answer = await page.goto(path.slice(1))
      await page.waitForLoadState('networkidle')
      if (answer?.status() !== 200) deadEnds.push(`${path} ${answer?.status()}`)
      const hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((a) => a.getAttribute('href')))
      waiting.push(...hrefs.map((href) => href!.split(/[?#]/)[0]!).filter(isPage))
    }
    expect({ deadEnds, refused }).toEqual({ deadEnds: [], refused: [] })
    expect([...seen]).toEqual(
      expect.arrayContaining([`/contratos/electricidad/${contractName}`, '/potencia', '/ayuda']),
    )
    await context.close()
  })
})

const isPage = (path: string) => !/^\/(api|language|assets)\/|\.\w+$/.test(path)

async function signIn(page: Page) {
  await page.goto('acceso')
  await waitForHydration(page)
  await page.getByLabel(/^Usuario/).fill('anna')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/acceso'))
  await page.waitForLoadState('networkidle')
}

import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { openVisit, startBrowser, waitForHydration } from './browser.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const password = 'Una-llum-encesa-7'

// A busy machine takes more than a second for each page.
const hundredPagesMilliseconds = 400_000

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
    await signInQuietly(page)

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

  test(
    'offers only what the upstream server supports: no page is a dead end, and none requests more',
    async () => {
      const { context, page } = await openVisit(browser, portal, { language: 'es' })
      await signInQuietly(page)
      const { seen, deadEnds, refused } = await followEveryLink(context)
      expect({ deadEnds, refused }).toEqual({ deadEnds: [], refused: [] })
      expect([...seen]).toEqual(
        expect.arrayContaining([`/contratos/electricidad/${contractName}`, '/potencia', '/ayuda']),
      )
      await context.close()
    },
    hundredPagesMilliseconds,
  )
})

/** Visits every page that links lead to, several at a time. Returns their paths, and what did not work on them. */
async function followEveryLink(context: BrowserContext) {
  const seen = new Set(['/'])
  const deadEnds: string[] = []
  const refused: string[] = []
  const unvisited = ['/']
  while (unvisited.length > 0) {
    const visits = await Promise.all(unvisited.splice(0, 4).map((path) => visitPage(context, path)))
    for (const visit of visits) {
      if (visit.status !== 200) deadEnds.push(`${visit.path} ${visit.status}`)
      refused.push(...visit.refused)
      for (const path of visit.links.filter((link) => isPage(link) && !seen.has(link))) {
        seen.add(path)
        unvisited.push(path)
      }
    }
  }
  return { seen, deadEnds, refused }
}

/** Opens a page until it is quiet. Returns the paths that it links to, and the calls that it was refused. */
async function visitPage(context: BrowserContext, path: string) {
  const page = await context.newPage()
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || response.status() < 400) return
    refused.push(`${path} asks ${response.request().method()} ${pathname}`)
  })
  const answer = await page.goto(path.slice(1))
  await page.waitForLoadState('networkidle')
  const hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((a) => a.getAttribute('href')))
  await page.close()
  return { path, status: answer?.status(), links: hrefs.map((href) => href!.split(/[?#]/)[0]!), refused }
}

const isPage = (path: string) => !/^\/(api|language|assets)\/|\.\w+$/.test(path)

async function signInQuietly(page: Page) {
  await signIn(page, { login: 'anna', password })
  await page.waitForLoadState('networkidle')
}

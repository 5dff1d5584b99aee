import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { isPaymentPath } from '#domains/retailer/rules.ts'
import { insertHtmlElement, insertHtmlRoute } from '#domains/retailer/server/html-store.ts'
import { fallbackSettings } from '#domains/retailer/settings/fallback-settings.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openVisit,
  phone,
  startBrowser,
  waitForHydration,
} from './browser.ts'
import { portalFolderPath, type RunningPortal, startPortal } from './start-portal.ts'

const secret = 'opensesame-opensesame'

let browser: Browser
let portal: RunningPortal
let token: string | undefined
let pageId: number
let contractName: string

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal({ environment: { BASE_PATH: '/office' } })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  contractName = contract.name
  await insertInvoice(db, { contract })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
  pageId = await insertHtmlRoute(db, { routePath: 'ahorro', buttonTitle: 'Ahorra', buttonDescription: 'Consejos' })
  await insertHtmlElement(db, {
    name: 'Advice',
    groupName: 'Page',
    pageId,
    html: '<h2>Apaga la luz</h2><p>Mira <a href="/invoices">tus facturas</a>.</p><script>window.ran = true</script>',
    height: '240px',
    width: '50%',
  })
  await insertHtmlElement(db, { name: 'Head', groupName: 'Header', html: '<p><strong>Casa Llum</strong></p>' })
})
afterAll(() => portal.close())

describe('a page of the retailer', () => {
  test('matches between server and browser, with the configured size and no script, and links into the portal', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    const answer = await page.goto(`d/ahorro/${pageId}`)
    await waitForHydration(page)
    expect(answer?.status()).toBe(200)
    await page.getByRole('heading', { name: 'Ahorra', level: 1 }).waitFor()
    const block = page.getByRole('heading', { name: 'Apaga la luz' }).locator('..')
    const { height, width } = (await block.boundingBox())!
    const place = (await block.locator('..').boundingBox())!
    expect([height, Math.round(width)]).toEqual([240, Math.round(place.width / 2)])
    expect(await page.evaluate('"ran" in window')).toBe(false)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'tus facturas' }).click()
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    expectNoErrors()
    await context.close()
  })

  test('is linked from the home page, with the retailer’s text', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    await page.goto('')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Ahorra Consejos' }).click()
    await page.getByRole('heading', { name: 'Ahorra', level: 1 }).waitFor()
    expect(page.url()).toBe(`${portal.address}/d/ahorro/${pageId}`)
    expectNoErrors()
    await context.close()
  })

  test('takes the full width on a phone where half of it would overflow', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport: phone })
    await page.goto(`d/ahorro/${pageId}`)
    await waitForHydration(page)
    await expectNoSidewaysScroll(page)
    expectNoErrors()
    await context.close()
  })

  test.each(['d/ahorro/999', 'd/otra/1'])('that does not exist is not found: %s', async (address) => {
    const { page, context } = await openVisit(browser, portal, { token })
    expect((await page.goto(address))?.status()).toBe(404)
    await context.close()
  })

  test('asks anonymous visitors to sign in first', async () => {
    const { page, context } = await openVisit(browser, portal, { language: 'en' })
    await page.goto(`d/ahorro/${pageId}`)
    expect(new URL(page.url()).searchParams.get('redirectPath')).toBe(`/d/ahorro/${pageId}`)
    await context.close()
  })
})

describe('a header of the retailer', () => {
  afterEach(() => portal.set('header.variant', 'logo'))

  test('appears on its pages, and is replaced by the logo where invoices are paid', async () => {
    await portal.set('header.variant', 'serverElements')
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    await page.goto(`d/ahorro/${pageId}`)
    await waitForHydration(page)
    await page.getByText('Casa Llum').first().waitFor()

    const invoices = await page.goto('facturas')
    expect((await invoices?.text())?.includes('Casa Llum')).toBe(false)
    await waitForHydration(page)
    expect(await page.getByText('Casa Llum').count()).toBe(0)
    await page.getByRole('link', { name: 'Demo Energia' }).first().waitFor()
    expectNoErrors()
    await context.close()
  })

  test('is never included, not even hidden, on a page with a card form', async () => {
    await portal.set('header.variant', 'serverElements')
    const { pages } = (await import(
      pathToFileURL(join(portalFolderPath(), 'server/entry-server.js')).href
    )) as RenderingProgram
    const paying = pages.filter(({ path }) => isPaymentPath(path))
    expect(paying.map(({ path }) => path)).toContain('/invoices')
    const addresses = paying.flatMap(({ path, paths }) => [path, ...Object.values(paths)])
    const { context } = await openVisit(browser, portal, { token, language: 'es' })
    for (const address of addresses) {
      const pagePath = address.slice(1).replace(/[:$]\w+/g, contractName)
      const html = await (await context.request.get(pagePath)).text()
      expect(html, pagePath).toContain('</html>')
      expect(html.includes('Casa Llum'), pagePath).toBe(false)
    }
    expect((await (await context.request.get('perfil')).text()).includes('Casa Llum'), 'other pages contain it').toBe(
      true,
    )
    await context.close()
  })
})

describe('during maintenance', () => {
  afterEach(() => portal.set('maintenance.active', false))

  test('a visitor with the bypass secret sees the portal with its data, everyone else gets the maintenance page', async () => {
    await portal.set('maintenance.bypassSecret', secret)
    await portal.set('maintenance.active', true)
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    expect((await page.goto('facturas'))?.status()).toBe(503)
    expect(page.url()).toBe(`${portal.address}/`)
    await page.getByRole('heading', { name: 'Estamos haciendo mejoras', level: 1 }).waitFor()
    await waitForHydration(page)

    await context.addCookies([{ name: 'maintenance_bypass', value: secret, url: portal.address }])
    expect((await page.goto('facturas'))?.status()).toBe(200)
    await waitForHydration(page)
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    expectNoErrors()
    await context.close()
  })
})

test('the maintenance page shows its times while the database is unavailable', async () => {
  const { db } = portal.context
  await portal.set('maintenance.end', '2026-12-01T23:00:00Z')
  await portal.set('maintenance.active', true)
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
  for (const table of ['user_account', 'session', 'html_element'])
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_at_rest`)}`.execute(db)
  const answer = await page.goto('')
  for (const table of ['user_account', 'session', 'html_element'])
    await sql`alter table ${sql.table(`${table}_at_rest`)} rename to ${sql.table(table)}`.execute(db)
  await portal.set('maintenance.active', false)
  expect(answer?.status()).toBe(503)
  await waitForHydration(page)
  await page.getByText('Abre el 02/12/2026, 00:00.').waitFor()
  expectNoErrors()
  await context.close()
})

describe('settings that were never loaded', () => {
  let known: object

  beforeAll(() => {
    const { settings } = portal.context
    known = { ...settings }
    Object.assign(settings, { now: () => fallbackSettings, areKnown: () => false })
  })
  afterAll(() => {
    Object.assign(portal.context.settings, known)
  })

  test('fall back to the minimum: readable invoices, no payment, no HTML of the retailer', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    expect((await page.goto('facturas'))?.status()).toBe(200)
    await waitForHydration(page)
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: /Pagar/ }).count()).toBe(0)
    expectNoErrors()
    expect((await page.goto(`d/ahorro/${pageId}`))?.status()).toBe(404)
    await context.close()
  })

  test('show their own error page when the user cannot be identified either', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'en' })
    await sql`alter table user_account rename to user_elsewhere`.execute(portal.context.db)
    const answer = await page.goto('invoices')
    await sql`alter table user_elsewhere rename to user_account`.execute(portal.context.db)
    expect(answer?.status()).toBe(500)
    await page.getByRole('heading', { name: 'Error fetching settings', level: 1 }).waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

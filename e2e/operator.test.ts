import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Rendering } from '#app/rendering.ts'
import { aContract, aCustomer, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { isPaymentPath } from '#domains/operator/rules.ts'
import { addHtmlElement, addHtmlRoute } from '#domains/operator/server/html-store.ts'
import { closedSettings } from '#domains/operator/settings/closed.ts'
import { expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { portalFolder, type RunningPortal, startPortal } from './server.ts'

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
  const customerId = await aCustomer(db)
  const contract = await aContract(db, { customerId })
  contractName = contract.name
  await anInvoice(db, { contract })
  token = (await portal.as(await aUser(db, { customerIds: [customerId] }))).token
  pageId = await addHtmlRoute(db, { routePath: 'ahorro', buttonTitle: 'Ahorra', buttonDescription: 'Consejos' })
  await addHtmlElement(db, {
    name: 'Advice',
    groupName: 'Page',
    pageId,
    html: '<h2>Apaga la luz</h2><p>Mira <a href="/invoices">tus facturas</a>.</p><script>window.ran = true</script>',
    height: '240px',
    width: '50%',
  })
  await addHtmlElement(db, { name: 'Head', groupName: 'Header', html: '<p><strong>Casa Llum</strong></p>' })
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

describe('a page of the retailer', () => {
  test('is drawn alike by server and browser, with the size asked for and no script, and leads into the portal', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es' })
    const answer = await page.goto(`d/ahorro/${pageId}`)
    await hydrated(page)
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
    expectQuiet()
    await context.close()
  })

  test('is led to from the first page, in the words of the retailer', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es' })
    await page.goto('')
    await hydrated(page)
    await page.getByRole('link', { name: 'Ahorra Consejos' }).click()
    await page.getByRole('heading', { name: 'Ahorra', level: 1 }).waitFor()
    expect(page.url()).toBe(`${portal.address}/d/ahorro/${pageId}`)
    expectQuiet()
    await context.close()
  })

  test('is as wide as a telephone where half of it would be wider', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, viewport: phone })
    await page.goto(`d/ahorro/${pageId}`)
    await hydrated(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
    expectQuiet()
    await context.close()
  })

  test.each(['d/ahorro/999', 'd/otra/1'])('that does not exist is not found: %s', async (address) => {
    const { page, context } = await visit(browser, portal, { token })
    expect((await page.goto(address))?.status()).toBe(404)
    await context.close()
  })

  test('asks anonymous visitors to log in first', async () => {
    const { page, context } = await visit(browser, portal, { language: 'en' })
    await page.goto(`d/ahorro/${pageId}`)
    expect(new URL(page.url()).searchParams.get('redirectPath')).toBe(`/d/ahorro/${pageId}`)
    await context.close()
  })
})

describe('a header of the retailer', () => {
  afterEach(() => portal.set('header.variant', 'logo'))

  test('stands on its pages, and gives way to the logo where invoices are paid', async () => {
    await portal.set('header.variant', 'serverElements')
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es' })
    await page.goto(`d/ahorro/${pageId}`)
    await hydrated(page)
    await page.getByText('Casa Llum').first().waitFor()

    const invoices = await page.goto('facturas')
    expect((await invoices?.text())?.includes('Casa Llum')).toBe(false)
    await hydrated(page)
    expect(await page.getByText('Casa Llum').count()).toBe(0)
    await page.getByRole('link', { name: 'Demo Energia' }).first().waitFor()
    expectQuiet()
    await context.close()
  })

  test('does not come along, not even unseen, with any page on which a card can be typed', async () => {
    await portal.set('header.variant', 'serverElements')
    const { pages } = (await import(pathToFileURL(join(portalFolder(), 'server/entry-server.js')).href)) as Rendering
    const paying = pages.filter(({ path }) => isPaymentPath(path))
    expect(paying.map(({ path }) => path)).toContain('/invoices')
    const addresses = paying.flatMap(({ path, paths }) => [path, ...Object.values(paths)])
    const { context } = await visit(browser, portal, { token, language: 'es' })
    for (const address of addresses) {
      const asked = address.slice(1).replace(/[:$]\w+/g, contractName)
      const html = await (await context.request.get(asked)).text()
      expect(html, asked).toContain('</html>')
      expect(html.includes('Casa Llum'), asked).toBe(false)
    }
    expect((await (await context.request.get('perfil')).text()).includes('Casa Llum'), 'it does elsewhere').toBe(true)
    await context.close()
  })
})

describe('during maintenance', () => {
  afterEach(() => portal.set('maintenance.active', false))

  test('whoever holds the secret sees the portal with its data, everybody else is led to what is going on', async () => {
    await portal.set('maintenance.bypassSecret', secret)
    await portal.set('maintenance.active', true)
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es' })
    expect((await page.goto('facturas'))?.status()).toBe(503)
    expect(page.url()).toBe(`${portal.address}/`)
    await page.getByRole('heading', { name: 'Estamos haciendo mejoras', level: 1 }).waitFor()
    await hydrated(page)

    await context.addCookies([{ name: 'maintenance_bypass', value: secret, url: portal.address }])
    expect((await page.goto('facturas'))?.status()).toBe(200)
    await hydrated(page)
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    expectQuiet()
    await context.close()
  })
})

test('maintenance is told with its times while the database is at rest', async () => {
  const { db } = portal.context
  await portal.set('maintenance.end', '2026-12-01T23:00:00Z')
  await portal.set('maintenance.active', true)
  const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es' })
  for (const table of ['user_account', 'session', 'html_element'])
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_at_rest`)}`.execute(db)
  const answer = await page.goto('')
  for (const table of ['user_account', 'session', 'html_element'])
    await sql`alter table ${sql.table(`${table}_at_rest`)} rename to ${sql.table(table)}`.execute(db)
  await portal.set('maintenance.active', false)
  expect(answer?.status()).toBe(503)
  await hydrated(page)
  await page.getByText('Abre el 02/12/2026, 00:00.').waitFor()
  expectQuiet()
  await context.close()
})

describe('settings that were never read', () => {
  let known: object

  beforeAll(() => {
    const { settings } = portal.context
    known = { ...settings }
    Object.assign(settings, { now: () => closedSettings, areKnown: () => false })
  })
  afterAll(() => {
    Object.assign(portal.context.settings, known)
  })

  test('leave the portal with what offers least: invoices to read, nothing to pay, no HTML of the retailer', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es' })
    expect((await page.goto('facturas'))?.status()).toBe(200)
    await hydrated(page)
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: /Pagar/ }).count()).toBe(0)
    expectQuiet()
    expect((await page.goto(`d/ahorro/${pageId}`))?.status()).toBe(404)
    await context.close()
  })

  test('are what the page tells where even these help nobody, because who is asking cannot be found out', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'en' })
    await sql`alter table user_account rename to user_elsewhere`.execute(portal.context.db)
    const answer = await page.goto('invoices')
    await sql`alter table user_elsewhere rename to user_account`.execute(portal.context.db)
    expect(answer?.status()).toBe(500)
    await page.getByRole('heading', { name: 'Error fetching settings', level: 1 }).waitFor()
    await expectAccessible(page)
    expectQuiet()
    await context.close()
  })
})

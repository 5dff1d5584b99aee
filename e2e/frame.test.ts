import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import {
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  narrowPhone,
  openVisit,
  phone,
  startBrowser,
  waitForHydration,
} from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let userId: number
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  await insertInvoice(db, { contract: await insertContract(db, { customerId }) })
  userId = await insertUser(db, { customerIds: [customerId], name: 'Marta Ferrer', email: 'marta@example.test' })
  token = (await portal.as(userId)).token
})

afterAll(() => portal.close())

describe('the app layout', () => {
  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`matches between server and browser and is accessible: ${window}, ${colorScheme}`, async () => {
        const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport, colorScheme })
        const answer = await page.goto('facturas')
        await waitForHydration(page)
        expect(answer?.status()).toBe(200)
        await expectAccessible(page)

        await page.getByRole('button', { name: 'Ayuda' }).click()
        await page.getByRole('link', { name: 'Teléfono: 900 000 000' }).waitFor()
        await expectAccessible(page)
        expectNoErrors()
        await context.close()
      })

  test('skips the menu to the content by keyboard alone', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
    await page.goto('facturas')
    await waitForHydration(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Saltar al contenido')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    expectNoErrors()
    await context.close()
  })

  test('opens another page at its heading and at the top', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      token,
      language: 'es',
      viewport: phone,
    })
    await page.goto('facturas')
    await waitForHydration(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('link', { name: 'Inicio' }).filter({ visible: true }).press('Enter')
    const heading = page.getByRole('heading', { name: /^Hola/, level: 1 })
    await heading.waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    await page.waitForFunction(() => window.scrollY > 0)
    expectNoErrors()
    await context.close()
  })

  test('shows the rest of the menu behind the user icon on a phone, and restores the focus', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport: phone })
    await page.goto('facturas')
    await waitForHydration(page)
    const person = page.getByRole('button', { name: 'Cuenta de Marta Ferrer' })
    await person.press('Enter')
    await page.getByText('marta@example.test').filter({ visible: true }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(await person.evaluate((button) => button === document.activeElement)).toBe(true)
    expectNoErrors()
    await context.close()
  })

  test('does not scroll horizontally at 320 pixels', async () => {
    const { page, context } = await openVisit(browser, portal, { token, viewport: narrowPhone })
    await page.goto('facturas')
    await expectNoSidewaysScroll(page)
    await context.close()
  })
})

describe('the language', () => {
  test('switches in place, and keeps page, query, scroll position and form input', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
    await page.goto('facturas?contractType=electricity')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Importe', exact: true }).click()
    await page.getByLabel('Desde').filter({ visible: true }).fill('40')

    await page.getByRole('button', { name: 'Idioma: Castellano' }).click()
    await page.getByRole('link', { name: 'Català' }).filter({ visible: true }).click()
    await page.getByRole('heading', { name: 'Factures', level: 1 }).waitFor()
    expect(page.url()).toBe(`${portal.address}/factures?contractType=electricity`)
    expect(await page.getAttribute('html', 'lang')).toBe('ca')
    expect(await page.title()).toContain('Factures')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    expect(await page.getByLabel('Des de').filter({ visible: true }).inputValue()).toBe('40')
    expect(await hrefs(page)).not.toContain('/facturas')

    await page.reload()
    expect(await page.getAttribute('html', 'lang')).toBe('ca')
    await page.goto('invoices')
    expect(await page.getAttribute('html', 'lang'), 'an English path is shown in English').not.toBe('ca')
    await page.goto('version-that-is-nowhere')
    expect(await page.getAttribute('html', 'lang'), 'a path without a language is shown in the chosen one').toBe('ca')
    expectNoErrors()
    await context.close()
  })

  test('is a link without script', async () => {
    const { page, context } = await openVisit(browser, portal, { token, javaScriptEnabled: false })
    await page.goto('facturas?contractType=electricity')
    await page.getByRole('button', { name: 'Idioma: Castellano' }).click()
    await page.getByRole('link', { name: 'Galego' }).filter({ visible: true }).click()
    expect(page.url()).toBe(`${portal.address}/invoices?contractType=electricity`)
    expect(await page.getAttribute('html', 'lang')).toBe('gl')
    await context.close()
  })

  test('has its own URLs, which the page links', async () => {
    const page = await (await fetch(`${portal.address}/acceso`)).text()
    const alternates = [...page.matchAll(/<link rel="alternate" hrefLang="(\w\w)" href="([^"]+)"/gi)].map((link) =>
      link.slice(1),
    )
    expect(alternates).toEqual([
      ['ca', `${portal.address}/acces`],
      ['es', `${portal.address}/acceso`],
      ['en', `${portal.address}/login`],
    ])
  })

  const ways: [reason: string, asked: string, status: number, location: string | null][] = [
    [
      'the same page in that language',
      '/language/ca?to=%2Ffacturas%3FcontractType%3Dgas',
      303,
      '/factures?contractType=gas',
    ],
    ['the start page when no page is given', '/language/ca', 303, '/'],
    ['the start page instead of another host', '/language/ca?to=%2F%2Fevil.example', 303, '/'],
    ['the start page instead of another host after a backslash', '/language/ca?to=%2F%5Cevil.example', 303, '/'],
    ['the start page instead of a URL with a scheme', '/language/ca?to=https%3A%2F%2Fevil.example', 303, '/'],
    ['a not-found error for an unknown language', '/language/it?to=%2Finvoices', 404, null],
  ]
  test.each(ways)('leads to %s', async (_, asked, status, location) => {
    const answer = await fetch(portal.address + asked, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
  })
})

describe('an impersonated account', () => {
  test('is marked as such on every page, and can be left', async () => {
    const visitor = await portal.as(userId, { readonly: true })
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token: visitor.token })
    await page.goto('facturas')
    await waitForHydration(page)
    await page.getByText('Estás viendo la cuenta de Marta Ferrer. Solo lectura: no puedes cambiar nada.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Salir' }).first().click()
    await page.waitForURL(/acceso/)
    expectNoErrors()
    await page.goto('facturas')
    expect(new URL(page.url()).pathname, 'the session has ended').toBe('/acceso')
    await context.close()
  })
})

async function focused(page: Page) {
  return page.evaluate(() => document.activeElement?.textContent)
}

async function hrefs(page: Page) {
  return page.evaluate(() => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')))
}

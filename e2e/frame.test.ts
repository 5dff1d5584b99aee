import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { desk, expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

let browser: Browser
let portal: RunningPortal
let userId: number
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
  const { db } = portal.context
  const customerId = await aCustomer(db)
  await anInvoice(db, { contract: await aContract(db, { customerId }) })
  userId = await aUser(db, { customerIds: [customerId], name: 'Marta Ferrer', email: 'marta@example.test' })
  token = (await portal.as(userId)).token
})

afterAll(async () => {
  await browser.close()
  await portal.close()
})

describe('the frame of the office', () => {
  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`is drawn alike by server and browser, and accessible: ${window}, ${colorScheme}`, async () => {
        const { page, context, expectQuiet } = await visit(browser, portal, { token, viewport, colorScheme })
        const answer = await page.goto('facturas')
        await hydrated(page)
        expect(answer?.status()).toBe(200)
        await expectAccessible(page)

        await page.getByRole('button', { name: 'Ayuda' }).click()
        await page.getByRole('link', { name: 'Teléfono: 900 000 000' }).waitFor()
        await expectAccessible(page)
        expectQuiet()
        await context.close()
      })

  test('leads past the menu to the content, by keyboard alone', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token })
    await page.goto('facturas')
    await hydrated(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Saltar al contenido')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    expectQuiet()
    await context.close()
  })

  test('begins another page at its heading and its top', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es', viewport: phone })
    await page.goto('facturas')
    await hydrated(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('link', { name: 'Inicio' }).filter({ visible: true }).press('Enter')
    const heading = page.getByRole('heading', { name: /^Hola/, level: 1 })
    await heading.waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    await page.waitForFunction(() => window.scrollY > 0)
    expectQuiet()
    await context.close()
  })

  test('shows the rest of the menu behind the person on a telephone, and gives the focus back', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, viewport: phone })
    await page.goto('facturas')
    await hydrated(page)
    const person = page.getByRole('button', { name: 'Cuenta de Marta Ferrer' })
    await person.press('Enter')
    await page.getByText('marta@example.test').filter({ visible: true }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(await person.evaluate((button) => button === document.activeElement)).toBe(true)
    expectQuiet()
    await context.close()
  })

  test('scrolls nothing sideways at 320 pixels', async () => {
    const { page, context } = await visit(browser, portal, { token, viewport: { width: 320, height: 640 } })
    await page.goto('facturas')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await context.close()
  })
})

describe('the language', () => {
  test('changes where one is, and keeps page, query, scroll and what was typed', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token })
    await page.goto('facturas?contractType=electricity')
    await hydrated(page)
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
    expect(await page.getAttribute('html', 'lang'), 'an English path is read in English').not.toBe('ca')
    await page.goto('version-that-is-nowhere')
    expect(await page.getAttribute('html', 'lang'), 'a path of no language is read in the one chosen').toBe('ca')
    expectQuiet()
    await context.close()
  })

  test('is a link where there is no script', async () => {
    const { page, context } = await visit(browser, portal, { token, javaScriptEnabled: false })
    await page.goto('facturas?contractType=electricity')
    await page.getByRole('button', { name: 'Idioma: Castellano' }).click()
    await page.getByRole('link', { name: 'Galego' }).filter({ visible: true }).click()
    expect(page.url()).toBe(`${portal.address}/invoices?contractType=electricity`)
    expect(await page.getAttribute('html', 'lang')).toBe('gl')
    await context.close()
  })

  test('has addresses of its own, which the page links', async () => {
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
    ['the same page in it', '/language/ca?to=%2Ffacturas%3FcontractType%3Dgas', 303, '/factures?contractType=gas'],
    ['the first page when none is named', '/language/ca', 303, '/'],
    ['the first page instead of another host', '/language/ca?to=%2F%2Fevil.example', 303, '/'],
    ['the first page instead of one by another slash', '/language/ca?to=%2F%5Cevil.example', 303, '/'],
    ['the first page instead of one by its scheme', '/language/ca?to=https%3A%2F%2Fevil.example', 303, '/'],
    ['nowhere in a language that there is not', '/language/it?to=%2Finvoices', 404, null],
  ]
  test.each(ways)('leads to %s', async (_, asked, status, location) => {
    const answer = await fetch(portal.address + asked, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
  })
})

describe('somebody who looks at the account of somebody else', () => {
  test('is told so on every page, and may leave', async () => {
    const visitor = await portal.as(userId, { readonly: true })
    const { page, context, expectQuiet } = await visit(browser, portal, { token: visitor.token })
    await page.goto('facturas')
    await hydrated(page)
    await page.getByText('Estás viendo la cuenta de Marta Ferrer. Solo lectura: no puedes cambiar nada.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Salir' }).first().click()
    await page.waitForURL(/acceso/)
    expectQuiet()
    await page.goto('facturas')
    expect(new URL(page.url()).pathname, 'the session is over').toBe('/acceso')
    await context.close()
  })
})

async function focused(page: Page) {
  return page.evaluate(() => document.activeElement?.textContent)
}

async function hrefs(page: Page) {
  return page.evaluate(() => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')))
}

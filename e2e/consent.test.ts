import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, aUser } from '#app/server/testing/builders.ts'
import { desk, expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

/** Scripts of others that mark the page where they run. */
const widgets = {
  chat: 'https://chat.example/widget.js',
  orders: 'https://orders.example/tracking.js',
}

describe('a visitor and their cookies', () => {
  let browser: Browser
  let portal: RunningPortal
  beforeAll(async () => {
    browser = await startBrowser()
    portal = await startPortal()
    await portal.set('features.unsignedContact', true)
    await portal.set('contractation.electricity.enabled', true)
    await portal.set('contractation.authenticate', false)
    await portal.set('contractation.chatWidgetUrl', widgets.chat)
    await portal.set('contractation.orderTrackingWidgetUrl', widgets.orders)
  })
  afterAll(async () => {
    await browser.close()
    await portal.close()
  })

  test.each([
    ['telephone', phone],
    ['desk', desk],
  ])('are asked on a %s, answer in place with what they typed kept, and are not asked again', async (_, viewport) => {
    const { page, context, expectQuiet } = await visit(browser, portal, { language: 'es', isFirst: true, viewport })
    await page.goto('acceso')
    await hydrated(page)
    await expectAccessible(page)
    await page.getByLabel('Usuario, NIF o correo electrónico').fill('anna')
    const banner = page.getByRole('region', { name: 'Cookies: tú decides' })
    const sizes = await Promise.all(
      [
        banner.getByRole('button', { name: 'Aceptar' }),
        banner.getByRole('button', { name: 'Rechazar' }),
        banner.getByText('Configurar'),
      ].map(async (button) => Math.round((await button.boundingBox())!.width)),
    )
    expect(new Set(sizes).size).toBe(1)
    await banner.getByRole('button', { name: 'Rechazar' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Usuario, NIF o correo electrónico').inputValue()).toBe('anna')
    await page.reload()
    expect(await banner.count()).toBe(0)
    expectQuiet()
    await context.close()
  })

  test('choose without script, look it up and change it', async () => {
    const { page, context } = await visit(browser, portal, { language: 'es', isFirst: true, javaScriptEnabled: false })
    await page.goto('contacto')
    await page.getByText('Configurar').click()
    await page.getByLabel(/^Estadística/).check()
    await page.getByRole('button', { name: 'Guardar mi elección' }).click()
    expect(new URL(page.url()).pathname).toBe('/contacto')
    expect(await page.getByText('Cookies: tú decides').count()).toBe(0)
    await page.getByRole('link', { name: 'Cookies' }).click()
    expect(await page.getByLabel(/^Estadística/).isChecked()).toBe(true)
    expect(await page.getByLabel(/^Publicidad/).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Rechazar' }).click()
    await page.getByText('Hemos guardado tu elección.').waitFor()
    expect(await page.getByLabel(/^Estadística/).isChecked()).toBe(false)
    await context.close()
  })

  test('read what is kept, and what the retailer says of itself, whatever they see it with', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { language: 'es', viewport: phone })
    for (const path of ['cookies', 'privacidad', 'aviso-legal', 'accesibilidad', 'altHome']) {
      await page.goto(path)
      await hydrated(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
    }
    expectQuiet()
    await context.close()
  })

  /** Somebody else's servers, which hand out a chat and what follows an order. */
  async function handOut(context: BrowserContext) {
    const asked: string[] = []
    for (const [name, address] of Object.entries(widgets))
      await context.route(address, (route) => {
        asked.push(name)
        return route.fulfill({
          contentType: 'text/javascript',
          body: `document.documentElement.dataset.${name} = 'open'`,
        })
      })
    return asked
  }

  test('get the chat and the order tracking of others where contracts are taken out, once they have agreed, and nowhere else', async () => {
    const { page, context } = await visit(browser, portal, { language: 'es', isFirst: true })
    const asked = await handOut(context)
    await page.goto('nuevo-cliente-electricidad')
    await hydrated(page)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page.locator('html[data-chat=open][data-orders=open]').waitFor({ state: 'attached' })
    expect(asked.toSorted()).toEqual(['chat', 'orders'])
    const cookies = await context.cookies()
    const { token } = await portal.as(
      await aUser(portal.context.db, { customerIds: [await aCustomer(portal.context.db)] }),
    )
    const cookie = [...cookies, { name: 'token', value: token! }]
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    // Invoices are where somebody pays.
    for (const [path, isNamed] of [
      ['/nuevo-cliente-electricidad', true],
      ['/contacto', false],
      ['/facturas', false],
    ] as const) {
      const { headers, status } = await fetch(portal.address + path, { headers: { cookie }, redirect: 'manual' })
      const policy = headers.get('content-security-policy')!
      expect(status).toBe(200)
      for (const host of ['chat.example', 'orders.example']) expect(policy.includes(host)).toBe(isNamed)
    }
    await page.getByRole('link', { name: 'Contacto' }).click()
    await page.getByRole('heading', { name: 'Escríbenos' }).waitFor()
    await page.locator('html:not([data-chat]):not([data-orders])').waitFor({ state: 'attached' })
    await context.close()
  })

  test('get only what they agreed to: statistics without preferences follow an order, and open no chat', async () => {
    const { page, context } = await visit(browser, portal, { language: 'es', isFirst: true })
    const asked = await handOut(context)
    await page.goto('nuevo-cliente-electricidad')
    await page.getByText('Configurar').click()
    await page.getByLabel(/^Estadística/).check()
    await page.getByRole('button', { name: 'Guardar mi elección' }).click()
    await page.locator('html[data-orders=open]').waitFor({ state: 'attached' })
    expect(asked).toEqual(['orders'])
    await context.close()
  })

  test('are found by search engines: robots, sitemap, and the head of a page', async () => {
    const read = async (path: string) => (await fetch(`${portal.address}${path}`)).text()
    expect(await read('/robots.txt')).toContain(`Sitemap: ${portal.address}/sitemap.xml`)
    expect(await read('/sitemap.xml')).toContain(`<loc>${portal.address}/galetes</loc>`)
    const contact = await read('/contacto')
    expect(contact).toContain(`<link rel="canonical" href="${portal.address}/contacto">`)
    expect(contact).toMatch(/<meta name="description" content="[^"]{40,}">/)
    expect(await read('/activacio')).toContain('<meta name="robots" content="noindex">')
    expect(await read('/nowhere')).toContain('<meta name="robots" content="noindex">')
  })
})

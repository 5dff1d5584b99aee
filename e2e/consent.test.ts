import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

/** Third-party scripts that mark the page on which they run. */
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
  afterAll(() => portal.close())

  test.each([
    ['telephone', phone],
    ['desk', desk],
  ])('are asked on a %s, answer in place without losing their input, and are not asked again', async (_, viewport) => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, {
      language: 'es',
      isFirst: true,
      viewport,
    })
    await page.goto('acceso')
    await waitForHydration(page)
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
    expectNoErrors()
    await context.close()
  })

  test('choose without script, and review and change the choice', async () => {
    const { page, context } = await openVisit(browser, portal, {
      language: 'es',
      isFirst: true,
      javaScriptEnabled: false,
    })
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

  test('read what is stored and the legal texts of the retailer, on any device', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'es', viewport: phone })
    for (const path of ['cookies', 'privacidad', 'aviso-legal', 'accesibilidad', 'altHome']) {
      await page.goto(path)
      await waitForHydration(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
    }
    expectNoErrors()
    await context.close()
  })

  /** Serves the chat and order tracking scripts as third-party servers would. */
  async function handOut(context: BrowserContext) {
    const requestedScripts: string[] = []
    for (const [name, address] of Object.entries(widgets))
      await context.route(address, (route) => {
        requestedScripts.push(name)
        return route.fulfill({
          contentType: 'text/javascript',
          body: `document.documentElement.dataset.${name} = 'open'`,
        })
      })
    return requestedScripts
  }

  test('get third-party chat and order tracking only where contracts are taken out, and only after consent', async () => {
    const { page, context } = await openVisit(browser, portal, { language: 'es', isFirst: true })
    const requestedScripts = await handOut(context)
    await page.goto('nuevo-cliente-electricidad')
    await waitForHydration(page)
    expect(requestedScripts).toEqual([])
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page.locator('html[data-chat=open][data-orders=open]').waitFor({ state: 'attached' })
    expect(requestedScripts.toSorted()).toEqual(['chat', 'orders'])
    const cookies = await context.cookies()
    const { token } = await portal.as(
      await insertUser(portal.context.db, { customerIds: [await insertCustomer(portal.context.db)] }),
    )
    const cookie = [...cookies, { name: 'token', value: token! }]
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    // Invoices are paid on this page.
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

  test('get only what they agreed to: statistics without preferences track an order and open no chat', async () => {
    const { page, context } = await openVisit(browser, portal, { language: 'es', isFirst: true })
    const requestedScripts = await handOut(context)
    await page.goto('nuevo-cliente-electricidad')
    await page.getByText('Configurar').click()
    await page.getByLabel(/^Estadística/).check()
    await page.getByRole('button', { name: 'Guardar mi elección' }).click()
    await page.locator('html[data-orders=open]').waitFor({ state: 'attached' })
    expect(requestedScripts).toEqual(['orders'])
    await context.close()
  })

  test('are served the search engine basics: robots, sitemap and page metadata', async () => {
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

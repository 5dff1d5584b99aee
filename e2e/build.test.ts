import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemRouteId, type Rendering } from '#app/rendering.ts'
import { chunksOf, type Manifest, modulesOf } from '#app/server/assets.ts'
import { clientFiles, sourceOf } from '#app/server/built-portal.ts'
import { aContract, aCustomer, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { hydrated, startBrowser, visit } from './browser.ts'
import { portalFolder, type RunningPortal, startPortal } from './server.ts'

test('every page, the frame and the pages of problems have chunks of their own, and all their files are there', async () => {
  const folder = portalFolder()
  const manifest = JSON.parse(readFileSync(join(folder, 'web/.vite/manifest.json'), 'utf8')) as Manifest
  const { pages } = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Rendering
  const screens = Object.fromEntries(pages.map(({ path, screen }) => [path, sourceOf(screen)]))
  const routeIds = ['/_office', problemRouteId, ...pages.map(({ path }) => path)]
  for (const routeId of routeIds) {
    const modules = modulesOf(routeId, { ...clientFiles.portal, screens })
    expect(modules.length, `${routeId} is drawn by something`).toBeGreaterThan(0)
    for (const module of modules) expect(manifest[module], `${module}, by which ${routeId} is drawn`).toBeDefined()
    const files = chunksOf(manifest, modules).flatMap(({ file, css = [] }) => [file, ...css])
    expect(files.filter((file) => !existsSync(join(folder, 'web', file)))).toEqual([])
  }
})

describe('under a base path that is chosen at the start', () => {
  let browser: Browser
  let portal: RunningPortal
  let token: string | undefined

  beforeAll(async () => {
    browser = await startBrowser()
    portal = await startPortal({ environment: { BASE_PATH: '/portal' } })
    const { db } = portal.context
    const customerId = await aCustomer(db)
    await anInvoice(db, { contract: await aContract(db, { customerId }) })
    token = (await portal.as(await aUser(db, { customerIds: [customerId] }))).token
  })
  afterAll(async () => {
    await browser.close()
    await portal.close()
  })

  test('pages, files, links and languages are found', async () => {
    const { page, context, expectQuiet } = await visit(browser, portal, { token, language: 'es' })
    await page.goto('')
    await hydrated(page)
    expect(new URL(page.url()).pathname).toBe('/portal/')
    await page.getByRole('link', { name: 'Facturas', exact: true }).first().click()
    await page.waitForURL(`${portal.address}/facturas`)
    await page.getByRole('button', { name: 'Idioma: Castellano' }).click()
    await page.getByRole('link', { name: 'Català' }).filter({ visible: true }).click()
    await page.waitForURL(`${portal.address}/factures`)
    await page.reload()
    expect(await page.getAttribute('html', 'lang')).toBe('ca')
    expectQuiet()
    await context.close()
  })

  const ways: [reason: string, asked: string, status: number, location: string][] = [
    ['to the log-in', '/facturas', 302, '/portal/acceso?redirectPath=%2Ffacturas'],
    [
      'from a shape that has another',
      '/contracts-gas/7/invoices-gas',
      302,
      '/portal/invoices?contractType=gas&contractName=7',
    ],
    ['from a slash too many', '/facturas/', 302, '/portal/facturas'],
    ['from the choice of a language', '/language/ca?to=%2Ffacturas', 303, '/portal/factures'],
  ]
  test.each(ways)('nobody is led out of it: %s', async (_, asked, status, location) => {
    const answer = await portal.app.inject({ url: `/portal${asked}`, headers: { 'accept-language': 'en' } })
    expect([answer.statusCode, answer.headers.location]).toEqual([status, location])
  })
})

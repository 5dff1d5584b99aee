import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemRouteId, type RenderingProgram } from '#app/rendering-program.ts'
import { clientFiles, screenSourceOf } from '#app/server/pages/built-portal.ts'
import { chunksOf, type Manifest, modulesOf } from '#app/server/pages/page-assets.ts'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { openVisit, startBrowser, waitForHydration } from './browser.ts'
import { portalFolderPath, type RunningPortal, startPortal } from './start-portal.ts'

test('every page, the frame and the error pages have their own chunks, and all their files exist', async () => {
  const folder = portalFolderPath()
  const manifest = JSON.parse(readFileSync(join(folder, 'web/.vite/manifest.json'), 'utf8')) as Manifest
  const { pages } = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as RenderingProgram
  const screens = Object.fromEntries(pages.map(({ path, screen }) => [path, screenSourceOf(screen)]))
  const routeIds = ['/_app', problemRouteId, ...pages.map(({ path }) => path)]
  for (const routeId of routeIds) {
    const modules = modulesOf(routeId, { ...clientFiles.portal, screens })
    expect(modules.length, `${routeId} is rendered by a module`).toBeGreaterThan(0)
    for (const module of modules) expect(manifest[module], `${module}, which renders ${routeId}`).toBeDefined()
    const files = chunksOf(manifest, modules).flatMap(({ file, css = [] }) => [file, ...css])
    expect(files.filter((file) => !existsSync(join(folder, 'web', file)))).toEqual([])
  }
})

describe('under a base path set at startup', () => {
  let browser: Browser
  let portal: RunningPortal
  let token: string | undefined

  beforeAll(async () => {
    browser = await startBrowser()
    portal = await startPortal({ environment: { BASE_PATH: '/portal' } })
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    await insertInvoice(db, { contract: await insertContract(db, { customerId }) })
    token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
  })
  afterAll(() => portal.close())

  test('resolves pages, files, links and languages', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    await page.goto('')
    await waitForHydration(page)
    expect(new URL(page.url()).pathname).toBe('/portal/')
    await page.getByRole('link', { name: 'Facturas', exact: true }).first().click()
    await page.waitForURL(`${portal.address}/facturas`)
    await page.getByRole('button', { name: 'Idioma: Castellano' }).click()
    await page.getByRole('link', { name: 'Català' }).filter({ visible: true }).click()
    await page.waitForURL(`${portal.address}/factures`)
    await page.reload()
    expect(await page.getAttribute('html', 'lang')).toBe('ca')
    expectNoErrors()
    await context.close()
  })

  const ways: [reason: string, asked: string, status: number, location: string][] = [
    ['to the sign-in page', '/facturas', 302, '/portal/acceso?redirectPath=%2Ffacturas'],
    [
      'from an alternative address of a page',
      '/contracts-gas/7/invoices-gas',
      302,
      '/portal/invoices?contractType=gas&contractName=7',
    ],
    ['from a trailing slash', '/facturas/', 302, '/portal/facturas'],
    ['from the language switch', '/language/ca?to=%2Ffacturas', 303, '/portal/factures'],
  ]
  test.each(ways)('no redirect leaves the base path: %s', async (_, asked, status, location) => {
    const answer = await portal.app.inject({ url: `/portal${asked}`, headers: { 'accept-language': 'en' } })
    expect([answer.statusCode, answer.headers.location]).toEqual([status, location])
  })
})

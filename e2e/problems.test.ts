import { sql } from 'kysely'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { listBuiltFiles } from './built-files.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  await insertInvoice(db, { contract: await insertContract(db, { customerId }) })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
})
afterAll(() => portal.close())

/** Takes a table from the server until the returned function or the end of the test gives it back. */
async function takeTable(name: string): Promise<() => Promise<void>> {
  const rename = (from: string, to: string) =>
    sql`alter table if exists ${sql.table(from)} rename to ${sql.table(to)}`.execute(portal.context.db)
  const giveBack = async () => void (await rename(`${name}_elsewhere`, name))
  onTestFinished(giveBack)
  await rename(name, `${name}_elsewhere`)
  return giveBack
}

/** Closes the portal for maintenance until the returned function or the end of the test opens it. */
async function closeForMaintenance(): Promise<() => Promise<void>> {
  const open = () => portal.set('maintenance.active', false)
  onTestFinished(open)
  await portal.set('maintenance.start', '2026-12-01T21:00:00Z')
  await portal.set('maintenance.end', '2026-12-01T23:00:00Z')
  await portal.set('maintenance.active', true)
  return open
}

describe('an address that does not exist', () => {
  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`is reported inside the frame: ${window}, ${colorScheme}`, async () => {
        const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport, colorScheme })
        const answer = await page.goto('no/such/page')
        await waitForHydration(page)
        expect(answer?.status()).toBe(404)
        expect(await page.title()).toBe('Diese Seite gibt es nicht · Demo Energia')
        const hours = await page.locator('main').getByText('8–21 h', { exact: true }).boundingBox()
        expect(hours?.height, 'the hours fit on one line').toBeLessThan(30)
        await page.getByRole('heading', { name: 'Diese Seite gibt es nicht', level: 1 }).waitFor()
        await expectAccessible(page)
        expectNoErrors()
        await page.getByRole('link', { name: 'Rechnungen ansehen' }).click()
        await page.getByRole('heading', { name: 'Rechnungen', level: 1 }).waitFor()
        expectNoErrors()
        await context.close()
      })

  test('is reported to anonymous visitors too, with a link onwards', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'en' })
    const answer = await page.goto('no-such-page')
    await waitForHydration(page)
    expect(answer?.status()).toBe(404)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByRole('heading', { name: 'Your energy, hour by hour, made clear', level: 1 }).waitFor()
    expectNoErrors()
    await context.close()
  })
})

describe('a failure on the server', () => {
  test('shows a page with what to do, the telephone and the request id', async () => {
    const giveBack = await takeTable('support_case')
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es' })
    const answer = await page.goto('solicitudes')
    await waitForHydration(page)
    expect(answer?.status()).toBe(500)
    await page.getByRole('heading', { name: 'Algo ha fallado por nuestra parte', level: 1 }).waitFor()
    await page.getByText(`Referencia ${answer?.headers()['x-request-id']}`).waitFor()
    await page.getByRole('link', { name: '900 000 000' }).waitFor()
    expect(await answer?.text(), 'exposes no detail of the failure').not.toMatch(/does not exist|listRequests/)
    await expectAccessible(page)

    await giveBack()
    await page.getByRole('link', { name: 'Volver a cargar' }).click()
    await page.getByRole('heading', { name: 'Solicitudes', level: 1 }).waitFor()
    expectNoErrors()
    await context.close()
  })

  test('falls back to plain HTML when even the portal cannot be rendered', async () => {
    await takeTable('user_account')
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'ca' })
    const answer = await page.goto('factures')
    expect(answer?.status()).toBe(500)
    await page.getByRole('heading', { name: 'Alguna cosa ha fallat per part nostra', level: 1 }).waitFor()
    await page.getByText(`Referència ${answer?.headers()['x-request-id']}`).waitFor()
    expect(
      await page.evaluate(() => getComputedStyle(document.body).display),
      'its style is allowed by the policy',
    ).toBe('grid')
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

test('a call that fails after the page was rendered leaves the frame intact, and can be retried', async () => {
  const { page, context } = await openVisit(browser, portal, { token, language: 'es' })
  await page.goto('ayuda')
  await waitForHydration(page)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'unexpected' }, request_id: 'f00d' } }),
  )
  await page.getByRole('link', { name: /^Tus solicitudes/ }).click()
  await page.getByRole('heading', { name: 'Algo ha fallado por nuestra parte', level: 1 }).waitFor()
  await page.getByText('Referencia f00d').waitFor()
  await page.getByRole('navigation', { name: 'Principal', exact: true }).waitFor()
  await page.unroute('**/api/**')
  await page.getByRole('link', { name: 'Volver a cargar' }).click()
  await page.getByRole('heading', { name: 'Solicitudes', level: 1 }).waitFor()
  await context.close()
})

test('an operator is not asked to telephone the retailer', async () => {
  const { page, context } = await visitAsOperator(browser, portal, 'operator/customers')
  const giveBack = await takeTable('duty')
  const advice = /avisa a quien administra el portal/
  await page.getByRole('link', { name: 'Plazos', exact: true }).click()
  await page.getByText(advice).waitFor()
  expect((await page.reload())?.status()).toBe(500)
  await waitForHydration(page)
  await page.getByText(advice).waitFor()
  expect(await page.getByRole('link', { name: '900 000 000' }).count()).toBe(0)
  await expectAccessible(page)
  await giveBack()
  await page.getByRole('link', { name: 'Volver a cargar' }).click()
  await page.getByRole('heading', { name: 'Plazos', level: 1 }).waitFor()
  await context.close()
})

describe('an outage for everyone, met during navigation', () => {
  const title = { level: 1 } as const

  async function openRequests(answer: Parameters<Route['fulfill']>[0], viewport = desk) {
    const visited = await openVisit(browser, portal, { token, language: 'es', viewport })
    const { page } = visited
    await page.goto('ayuda')
    await waitForHydration(page)
    await page.route('**/api/**', (route) => route.fulfill(answer))
    await page.getByRole('link', { name: /^Tus solicitudes/ }).click()
    return visited
  }

  test('shows a busy server as such, with telephone and hours, and retries when requested', async () => {
    const json = { error: { code: 'unavailable' }, request_id: 'f00d' }
    const { page, context } = await openRequests({ status: 503, headers: { 'retry-after': '1' }, json })
    await page.getByRole('heading', { name: 'Ahora no podemos atenderte', ...title }).waitFor()
    expect(await page.title()).toMatch(/^Ahora no podemos atenderte/)
    await page.locator('main').getByRole('link', { name: '900 000 000' }).waitFor()
    await page.locator('main').getByText('8–21 h').waitFor()
    await page.getByText('Código 503 · Referencia f00d').waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/**')
    await page.getByRole('heading', { name: 'Solicitudes', ...title }).waitFor()
    expect(await page.title()).toMatch(/^Solicitudes/)
    await context.close()
  })

  test('shows a proxy timeout as a response that takes too long', async () => {
    const { page, context } = await openRequests({ status: 504, contentType: 'text/html', body: '<p>Gateway Time-out' })
    await page.getByRole('heading', { name: 'La respuesta tarda demasiado', ...title }).waitFor()
    await page.getByText('Código 504').waitFor()
    await context.close()
  })

  test('shows the times of maintenance that begins meanwhile, and continues once it is over', async () => {
    const { page, context } = await openVisit(browser, portal, { token, language: 'es' })
    await page.goto('ayuda')
    await waitForHydration(page)
    const open = await closeForMaintenance()
    await page.getByRole('link', { name: /^Tus solicitudes/ }).click()
    await page.getByRole('heading', { name: 'Estamos haciendo mejoras', ...title }).waitFor()
    await page.locator('main').getByText('Cierra el 01/12/2026, 22:00 y abre el 02/12/2026, 00:00.').waitFor()
    await page.getByRole('status').getByText('abre el 02/12/2026, 00:00').waitFor({ state: 'attached' })
    await expectAccessible(page)
    await open()
    await page.getByRole('button', { name: 'Volver a cargar' }).click()
    await page.getByRole('heading', { name: 'Solicitudes', ...title }).waitFor()
    await context.close()
  })

  test('shows a lost connection at once above the form input, and hides the notice once it is back', async () => {
    const { page, context } = await openVisit(browser, portal, { language: 'es', viewport: phone })
    await page.goto('acceso')
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Usuario, NIF o correo electrónico').fill('anna')
    // What shows a lost connection is fetched once a person acts.
    await page.waitForFunction(
      (files) => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
        return files.every((file) => loaded.some((name) => name.endsWith(file)))
      },
      listBuiltFiles(['src/app/web/page-watch.tsx']),
    )
    await context.setOffline(true)
    const bar = page.getByText('Sin conexión. Lo que has escrito sigue aquí').last()
    await bar.waitFor()
    expect(await bar.isVisible()).toBe(true)
    await expectAccessible(page)
    await page.getByLabel('Contraseña', { exact: true }).fill('secret')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('No hay conexión. Lo que has escrito sigue aquí').first().waitFor()
    await context.setOffline(false)
    await bar.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Usuario, NIF o correo electrónico').inputValue()).toBe('anna')
    await context.close()
  })

  test('detects a stalled connection, and repeats the pending request', async () => {
    const { page, context } = await openVisit(browser, portal, { token, language: 'es' })
    await page.goto('ayuda')
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    const held: Route[] = []
    await page.route(/\/(api\/v|livez)/, (route) => void held.push(route))
    await page.getByRole('link', { name: /^Tus solicitudes/ }).click()
    await page.getByText('Sin conexión.').last().waitFor()
    await page.unroute(/\/(api\/v|livez)/)
    await page.getByRole('heading', { name: 'Solicitudes', ...title }).waitFor()
    await page.getByText('Sin conexión.').last().waitFor({ state: 'detached' })
    await context.close()
  })
})

test('a slow page shows on a phone that it is loading', async () => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, language: 'es', viewport: phone })
  await page.goto('no-existe')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  let letThrough = () => {}
  const isFree = new Promise<void>((free) => {
    letThrough = free
  })
  await page.route('**/api/**', async (route) => {
    await isFree
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Principal, abajo' }).getByRole('link', { name: 'Contratos' }).click()
  const progress = page.getByRole('progressbar', { name: 'Cargando' })
  await progress.waitFor()
  // The frame of the page is there before its content.
  await page.getByRole('main').getByText('Cargando').first().waitFor()
  await page.getByText('Esta página no existe').first().waitFor({ state: 'hidden' })
  letThrough()
  await progress.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Contratos', level: 1 }).waitFor()
  expect(await page.getByRole('main').getByText('Cargando').count()).toBe(0)
  expectNoErrors()
  await context.close()
})

test('the maintenance page shows its times in the visitor’s language', async () => {
  await closeForMaintenance()
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'fr' })
  const answer = await page.goto('')
  await waitForHydration(page)
  expect([answer?.status(), Number(answer?.headers()['retry-after']) > 0]).toEqual([503, true])
  await page.getByRole('heading', { name: 'Nous améliorons l’espace client', level: 1 }).waitFor()
  await page.getByText('Fermeture le 01/12/2026 22:00, ouverture le 02/12/2026 00:00.').waitFor()
  expect(await page.locator('header img, header svg').count(), 'shows the logo').toBeGreaterThan(0)
  expect(await page.locator('main').getByRole('link').allTextContents(), 'offers no other link').toEqual([
    '900 000 000',
  ])
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
})

const arrivals: [reason: string, query: string, status: number, title: string][] = [
  ['an invalid token', '?token=none', 401, 'No hemos podido darte acceso'],
  ['an unknown client', '?id_client=nobody&secret=nothing', 505, 'No reconocemos la aplicación'],
  ['an unrequested reply from an identity provider', '?code=1&state=2', 504, 'La entrada se ha quedado a medias'],
]
test.each(arrivals)('an arrival with %s is told what to do, and may continue', async (_, query, status, title) => {
  const { page, context, expectNoErrors } = await openVisit(browser, portal, { language: 'es' })
  const answer = await page.goto(`facturas${query}`)
  await waitForHydration(page)
  expect(answer?.status()).toBe(status)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.getByText(`Código ${status} · Referencia ${answer?.headers()['x-request-id']}`).waitFor()
  await page.waitForFunction(() => !location.search)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^(Continuar|Ir al inicio)$/ }).click()
  await page.getByRole('heading', { name: 'Tu energía, hora a hora y en claro', level: 1 }).waitFor()
  expectNoErrors()
  await context.close()
})

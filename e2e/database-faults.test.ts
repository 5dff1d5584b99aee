import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { failWrites, refuseConnections } from '#app/server/testing/database-faults.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string
let operatorToken: string
const undo: (() => unknown)[] = []

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  await insertInvoice(db, { contract: await insertContract(db, { customerId }) })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token!
  operatorToken = (await portal.as(await insertUser(db, { role: 'operator' }))).token!
  // Long ago, so that the next visit updates the time of the last one.
  await db
    .updateTable('session')
    .set({ last_seen_at: new Date(Date.now() - 5 * 60_000) })
    .execute()
})
afterEach(async () => {
  for (const act of undo.splice(0)) await act()
})
afterAll(() => portal.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }

function ask(
  url: string,
  { isSignedIn = false, language = 'es', payload }: { isSignedIn?: boolean; language?: string; payload?: string } = {},
) {
  return portal.app.inject({
    url,
    method: payload === undefined ? 'GET' : 'POST',
    headers: { 'accept-language': language, ...(payload !== undefined && form) },
    cookies: isSignedIn ? { token, operator_token: operatorToken } : {},
    payload,
  })
}

describe('an unavailable database', () => {
  test.each([
    ['a public page', '/cookies', 'Tus datos están a salvo'],
    ['the sign-in page', '/acceso', 'Tus datos están a salvo'],
    ['a customer page', '/facturas', 'los pagos que ya has hecho se conservan'],
    ['the back office', '/operator', 'Comprueba si está en marcha'],
  ])('%s shows its own message', async (_, url, text) => {
    undo.push(refuseConnections(portal.context.pool))
    const answer = await ask(url, { isSignedIn: true })
    expect([answer.statusCode, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '10',
      'no-store',
    ])
    expect(answer.body).toContain('<h1>Ahora no podemos acceder a tus datos</h1>')
    expect(answer.body).toContain(text)
    expect(answer.body).toContain('Prueba otra vez dentro de 10 segundos.')
    expect(answer.body).toContain(`Referencia ${answer.headers['x-request-id']}`)
  })

  test('is reported to API clients with a reason', async () => {
    undo.push(refuseConnections(portal.context.pool))
    const answer = await ask('/api/v2/invoices/', { isSignedIn: true })
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([
      503,
      '10',
      { message: 'unavailable', reason: 'database_away' },
    ])
  })

  test('is reported below a form without script, which never echoes a password', async () => {
    undo.push(refuseConnections(portal.context.pool))
    const answer = await ask('/acceso', { payload: 'user=somebody&password=not-to-be-seen' })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('Por seguridad no conservamos contraseñas')
    expect(answer.body).not.toContain('not-to-be-seen')
  })

  test('leaves an open tab as it is, reports the error on navigation, and recovers on retry', async () => {
    const { page, context } = await openVisit(browser, portal, { token, viewport: desk, language: 'es' })
    await page.goto('facturas')
    await waitForHydration(page)
    const menu = page.getByRole('navigation').first()
    undo.push(refuseConnections(portal.context.pool))
    await menu.getByRole('link', { name: 'Contratos' }).click()
    await page.getByRole('heading', { name: 'Ahora no podemos atenderte', level: 1 }).waitFor()
    await page.getByText('No es cosa tuya y tus datos están bien.').waitFor()
    await menu.getByRole('link', { name: 'Facturas' }).waitFor()
    await expectAccessible(page)
    const retry = page.getByRole('button', { name: 'Volver a cargar' })
    await retry.click()
    await page.getByRole('heading', { name: 'Ahora no podemos atenderte', level: 1 }).waitFor()
    // Data that was loaded before is still shown.
    await menu.getByRole('link', { name: 'Facturas' }).click()
    await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
    await menu.getByRole('link', { name: 'Contratos' }).click()
    await page.getByRole('heading', { name: 'Ahora no podemos atenderte', level: 1 }).waitFor()
    undo.pop()!()
    await page.getByRole('button', { name: 'Volver a cargar' }).click()
    await page.getByRole('heading', { name: 'Contratos', level: 1 }).waitFor()
    await context.close()
  })

  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`is reported accessibly: ${window}, ${colorScheme}`, async () => {
        const { page, context } = await openVisit(browser, portal, { token, viewport, colorScheme })
        undo.push(refuseConnections(portal.context.pool))
        const answer = await page.goto('facturas')
        expect(answer?.status()).toBe(503)
        await page.getByRole('heading', { name: 'Deine Daten sind gerade nicht erreichbar', level: 1 }).waitFor()
        await page.getByRole('link', { name: '900 000 000' }).waitFor()
        await expectAccessible(page)
        undo.pop()!()
        await page.getByRole('link', { name: 'Neu laden' }).click()
        await page.getByRole('heading', { name: 'Facturas', level: 1 }).waitFor()
        await context.close()
      })
})

describe.each([
  ['that is read-only', '25006', 'database_read_only', '30', 'De momento no se puede cambiar nada'],
  ['with a full disk', '53100', 'database_full', '60', 'De momento no podemos guardar nada'],
])('a database %s', (_, code, reason, seconds, title) => {
  test.each([['/facturas'], ['/contracts'], ['/'], ['/cookies']])('still serves pages: %s', async (url) => {
    undo.push(await failWrites(portal.context.db, code))
    const answer = await ask(url, { isSignedIn: true })
    expect([200, 302]).toContain(answer.statusCode)
  })

  test('still serves API reads', async () => {
    undo.push(await failWrites(portal.context.db, code))
    expect((await ask('/api/v2/invoices/', { isSignedIn: true })).statusCode).toBe(200)
  })

  test('rejects sign-in with a message', async () => {
    undo.push(await failWrites(portal.context.db, code))
    const byCall = await portal.app.inject({
      method: 'POST',
      url: '/api/v2/user/login',
      payload: { user: 'somebody', password: 'password' },
    })
    expect([byCall.statusCode, byCall.headers['retry-after'], byCall.json()]).toMatchObject([
      503,
      seconds,
      { message: 'unavailable', reason, error: { message: expect.stringContaining(title) } },
    ])
    const byForm = await ask('/acceso', { payload: 'user=somebody&password=password-of-somebody' })
    expect([byForm.statusCode, byForm.headers['retry-after']]).toEqual([503, seconds])
    expect(byForm.body).toContain(`<h1>${title}</h1>`)
    expect(byForm.body).toContain('Tampoco se puede entrar')
  })

  test('returns a form with its input', async () => {
    undo.push(await failWrites(portal.context.db, code))
    const answer = await ask('/cookies', { payload: 'choice=accept&to=%2F%22%3E' })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('Lo que acabas de enviar no ha cambiado nada.')
    expect(answer.body).toContain('<input type="hidden" name="to" value="/&quot;&gt;">')
    expect(answer.body).toContain('<form method="post" action="/cookies">')
  })

  test('makes the server report itself as not ready', async () => {
    undo.push(await failWrites(portal.context.db, code))
    await new Promise((done) => setTimeout(done, 1_100))
    expect((await ask('/readyz')).statusCode).toBe(503)
  })
})

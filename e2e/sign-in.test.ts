import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logInClient } from '#domains/session/api.ts'
import { createClientCredential } from '#domains/session/server/programs/client-store.ts'
import { anAccount, password } from '#domains/session/server/session-testing.ts'
import { revokeSessionsOf } from '#domains/session/server/sessions/revoke-sessions.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const fresh = 'Camins-de-nit-42'
let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now: new Date('2026-11-20T15:20:00Z') })])
})
afterAll(() => portal.close())

const signInAsProgram = async ({ clientId, secret }: { clientId: string; secret: string }) =>
  (await portal.anonymous.sendRaw(logInClient, { body: { client_id: clientId, secret } })).statusCode

const tokenFor = (userId: number) => createSessionToken(portal.context, { userId, locale: 'es' })

describe.each([
  ['a phone', phone],
  ['a desktop', desk],
] as const)('on %s', (_, viewport) => {
  test('a user signs in after a mistake and reaches their destination', async () => {
    const login = `anna${viewport.width}`
    await anAccount(portal, { login, name: 'Anna Puig' })
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto('facturas?contractType=gas')
    expect(new URL(page.url()).pathname).toBe('/acceso')
    await waitForHydration(page)
    await page.getByText('Precio llano hasta las 18:00').filter({ visible: true }).first().waitFor()
    await expectAccessible(page)
    // The browser itself logs the 401 answer that follows.
    expectNoErrors()

    await page.getByLabel('Usuario, NIF o correo electrónico').fill(login)
    await page.getByLabel('Contraseña', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('alert').getByText('El usuario o la contraseña no son correctos').waitFor()
    expect(await page.title()).toMatch(/^Error: /)
    await expectAccessible(page)

    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/facturas?contractType=gas')
    expect(await page.evaluate(() => document.cookie)).not.toContain('token')
    await context.close()
  })

  test('a user who must change their password does so, and continues', async () => {
    const login = `new${viewport.width}`
    await anAccount(portal, { login, must_change_password: true })
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto('acceso?redirectPath=%2Ffacturas')
    await waitForHydration(page)
    await page.getByLabel('Usuario, NIF o correo electrónico').fill(login)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/cambio-de-clave?*')
    await waitForHydration(page)
    await expectAccessible(page)
    await page.getByLabel('Contraseña actual').fill(password)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(fresh)
    await page.getByLabel('Repite la contraseña nueva').fill(fresh)
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.waitForURL('**/facturas')
    await page.getByText('Has cambiado la contraseña.').first().waitFor()
    expectNoErrors()
    await context.close()
  })

  test('a changed password shows other access to the account, and what is ended there is rejected', async () => {
    const login = `open${viewport.width}`
    const userId = await anAccount(portal, { login })
    const now = portal.context.clock()
    const [ended, stays] = [
      await createClientCredential(portal.context.db, { userId, now }),
      await createClientCredential(portal.context.db, { userId, now }),
    ]
    const { context, page } = await openVisit(browser, portal, {
      viewport,
      language: 'es',
      token: await tokenFor(userId),
    })
    await page.goto('cambio-de-clave?redirectPath=%2Ffacturas')
    await waitForHydration(page)
    await page.getByLabel('Contraseña actual').fill(password)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(fresh)
    await page.getByLabel('Repite la contraseña nueva').fill(fresh)
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.waitForURL('**/perfil/programas?*')
    await page.getByText('Contraseña cambiada.').waitFor()
    await page.getByRole('checkbox', { name: new RegExp(ended.clientId.slice(0, 8)) }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cerrar lo marcado' }).click()
    await page.getByText('Un acceso cerrado').waitFor()
    expect(await signInAsProgram(ended)).toBe(401)
    expect(await signInAsProgram(stays)).toBe(200)
    await page.getByRole('link', { name: 'Dejarlo como está' }).click()
    await page.waitForURL('**/facturas')
    await context.close()
  })

  test('a session that ended meanwhile is reported, and the page is restored after signing in', async () => {
    const login = `left${viewport.width}`
    const userId = await anAccount(portal, { login })
    const { context, page } = await openVisit(browser, portal, {
      viewport,
      language: 'es',
      token: await tokenFor(userId),
    })
    await page.goto('facturas')
    await waitForHydration(page)
    await revokeSessionsOf(portal.context.db, { userId, now: new Date() })
    // The server caches a session for a second.
    portal.setClock(new Date(portal.context.clock().getTime() + 2000))
    await page.getByRole('button', { name: 'Actualizar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tu sesión ha terminado' })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Salir y volver a entrar' }).click()
    await page.waitForURL('**/acceso?redirectPath=%2Ffacturas')
    await context.close()
  })
})

describe('without script', () => {
  test('a user signs in, changes the password and signs out', async () => {
    await anAccount(portal, { login: 'plain' })
    const { context, page } = await openVisit(browser, portal, { javaScriptEnabled: false, language: 'es' })
    await page.goto('cambio-de-clave')
    await page.getByLabel('Usuario, NIF o correo electrónico').fill('plain')
    await page.getByLabel('Contraseña', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('alert').getByText('El usuario o la contraseña no son correctos').waitFor()
    await page.getByLabel('Usuario, NIF o correo electrónico').fill('plain')
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/cambio-de-clave')

    await page.getByLabel('Contraseña actual').fill(password)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('Password-1')
    await page.getByLabel('Repite la contraseña nueva').fill('Password-1')
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.getByRole('alert').getByText('Es fácil de adivinar.').waitFor()
    await page.getByLabel('Contraseña actual').fill(password)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(fresh)
    await page.getByLabel('Repite la contraseña nueva').fill(fresh)
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.waitForURL('**/facturas')
    await page.getByRole('button', { name: 'Salir' }).first().click()
    await page.waitForURL('**/acceso')
    await context.close()
  })

  test('other access to the account is shown after the change, and all of it can be ended', async () => {
    const userId = await anAccount(portal, { login: 'plain-open' })
    const client = await createClientCredential(portal.context.db, { userId, now: portal.context.clock() })
    const token = await tokenFor(userId)
    const { context, page } = await openVisit(browser, portal, { javaScriptEnabled: false, language: 'es', token })
    await page.goto('cambio-de-clave?redirectPath=%2Ffacturas')
    await page.getByLabel('Contraseña actual').fill(password)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(fresh)
    await page.getByLabel('Repite la contraseña nueva').fill(fresh)
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.waitForURL('**/perfil/programas?*')
    await page.getByRole('button', { name: 'Cerrar lo marcado' }).click()
    await page.getByText('Marca al menos un acceso.').waitFor()
    expect(await signInAsProgram(client)).toBe(200)
    await page.getByRole('button', { name: 'Cerrar todo' }).click()
    await page.getByText('Un acceso cerrado').waitFor()
    expect(await signInAsProgram(client)).toBe(401)
    await page.getByRole('link', { name: 'Ir a mi área' }).click()
    await page.waitForURL('**/facturas')
    await context.close()
  })
})

describe('a token in the URL', () => {
  test('opens the page once, and is not left in the URL or the history', async () => {
    const token = await tokenFor(await anAccount(portal))
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { language: 'es' })
    await page.goto(`facturas?contractType=gas&token=${token}`)
    expect(page.url()).toBe(`${portal.address}/facturas?contractType=gas`)
    await waitForHydration(page)
    expectNoErrors()

    const other = await openVisit(browser, portal, { language: 'es' })
    const answer = await other.page.goto(`facturas?token=${token}`)
    expect(answer?.status()).toBe(401)
    await other.page.waitForURL(`${portal.address}/facturas`)
    expect(await other.page.evaluate(() => history.length)).toBe(2)
    await Promise.all([context.close(), other.context.close()])
  })
})

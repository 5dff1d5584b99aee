import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '#domains/session/server/second-factor/one-time-codes.ts'
import { anAccount, password } from '#domains/session/server/session-testing.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { desk, dropSession, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  const [started, running] = await Promise.all([startBrowser(), startPortal()])
  browser = started
  // Passkeys belong to a host name; browsers support none for an IP address.
  portal = { ...running, address: running.address.replace('127.0.0.1', 'localhost') }
})
afterAll(() => portal.close())

const tokenFor = (userId: number) => createSessionToken(portal.context, { userId, locale: 'es' })

/** Adds a virtual passkey store like that of a phone, whose owner always confirms. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return session
}

async function signIn(page: Page, login: string) {
  await page.goto('acceso')
  await waitForHydration(page)
  await page.getByLabel('Usuario, NIF o correo electrónico').fill(login)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

describe.each([
  ['a phone', phone],
  ['a desktop', desk],
] as const)('on %s', (_, viewport) => {
  test('a user creates a passkey, uses it as second factor, signs in with it alone, and removes it', async () => {
    const login = `keys${viewport.width}`
    const userId = await anAccount(portal, { login, name: 'Anna Puig' })
    const { context, page, expectNoErrors } = await openVisit(browser, portal, {
      viewport,
      language: 'es',
      token: await tokenFor(userId),
    })
    await withAuthenticator(page)
    await page.goto('perfil/seguridad')
    await waitForHydration(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Añadir una llave de acceso' }).click()
    await page.getByLabel('Nombre').fill('Móvil de Anna')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Crear la llave' }).click()
    const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Los he guardado' }).click()
    await page.getByRole('rowheader', { name: 'Móvil de Anna' }).waitFor()
    expectNoErrors()

    await dropSession(page)
    await signIn(page, login)
    await page.getByRole('heading', { name: 'Un paso más' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
    await page.waitForURL('**/facturas')

    await dropSession(page)
    await page.goto('acceso?redirectPath=%2Fprofile%2Fsecurity')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
    await page.waitForURL('**/perfil/seguridad')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Quitar Móvil de Anna' }).click()
    await page.getByText('Llave de acceso quitada.').first().waitFor()
    await page.getByRole('rowheader').waitFor({ state: 'detached' })
    expectNoErrors()
    await context.close()
  })

  test('a user enables codes, is asked for one at sign-in, and re-authenticates with one', async () => {
    const login = `codes${viewport.width}`
    const userId = await anAccount(portal, { login })
    const { context, page, expectNoErrors } = await openVisit(browser, portal, {
      viewport,
      language: 'es',
      token: await tokenFor(userId),
    })
    await page.goto('perfil/seguridad')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Activar los códigos' }).click()
    await page.getByRole('img', { name: 'Código QR para tu aplicación de autenticación' }).waitFor()
    await expectAccessible(page)
    const address = await page.getByRole('link', { name: 'Abrir mi aplicación' }).getAttribute('href')
    const secret = new URL(address!).searchParams.get('secret')!
    // A code lasts for 30 seconds, which a busy machine may take between two steps of the visit.
    const now = Date.now()
    portal.setClock(new Date(now))
    const stepsFromNow = (steps: number) => codeAt(secret, new Date(now + steps * 30_000))
    await page.getByLabel('Código de la aplicación').fill(stepsFromNow(-1))
    await page.getByRole('button', { name: 'Activar', exact: true }).click()
    await page.getByRole('button', { name: 'Los he guardado' }).click()
    await page.getByText('Activados: al entrar te pedimos un código').waitFor()
    expectNoErrors()

    await dropSession(page)
    await signIn(page, login)
    await page.getByLabel('Código').fill(stepsFromNow(0))
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/facturas')
    expectNoErrors()

    // Ages the session.
    await portal.context.db
      .updateTable('session')
      .set({ authenticated_at: new Date(now - 3600_000) })
      .where('user_id', '=', userId)
      .execute()
    portal.setClock(new Date(now + 1100))
    await page.waitForTimeout(1100)
    await page.goto('perfil/seguridad')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Desactivar los códigos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Código').fill(stepsFromNow(1))
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Códigos desactivados.').first().waitFor()
    await context.close()
  })
})

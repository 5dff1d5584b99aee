import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAccount, password } from '#domains/session/server/testing.ts'
import { type ProviderStand, startProvider } from '#outside/identity/testing/provider-stand.ts'
import { desk, expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { freePort, type RunningPortal, startPortal } from './server.ts'

const way = { name: 'Entrar con tu cuenta de Demo Energia' }
let browser: Browser
let stand: ProviderStand
let portal: RunningPortal

beforeAll(async () => {
  const port = await freePort()
  // Another host than the provider's, as it is in life: what comes back from there comes from another site.
  const address = `http://localhost:${port}`
  const home = `${address}/login`
  ;[browser, stand] = await Promise.all([startBrowser(), startProvider({ returnTo: [home], afterEnd: [home] })])
  const { issuer, clientId, clientSecret } = stand
  const environment = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  portal = { ...(await startPortal({ environment, port })), address }
  await portal.set('features.oidc', true)
})
afterAll(async () => {
  await browser.close()
  await portal.close()
  await stand.close()
})

/** Somebody whom the provider lets in, with an account here that they are linked with. */
async function somebodyLinked(subject: string) {
  const userId = await anAccount(portal, { login: subject, name: 'Anna Puig' })
  await portal.context.db
    .insertInto('external_identity')
    .values({ issuer: stand.issuer, subject, user_id: userId, linked_at: new Date() })
    .execute()
  stand.signInAs({ subject })
}

describe.each([
  ['a telephone', phone],
  ['a desk', desk],
] as const)('on %s', (_, viewport) => {
  test('somebody signs in at the provider and goes on where they were going', async () => {
    await somebodyLinked(`anna${viewport.width}`)
    const { context, page, expectQuiet } = await visit(browser, portal, { viewport, language: 'es' })
    await page.goto('facturas?contractType=gas')
    expect(new URL(page.url()).pathname).toBe('/acceso')
    await hydrated(page)
    expect(await page.getByLabel('Contraseña', { exact: true }).count()).toBe(0)
    await expectAccessible(page)

    await page.getByRole('link', way).click()
    await page.waitForURL('**/facturas?contractType=gas')
    await hydrated(page)
    const kept = await context.cookies(portal.address)
    expect(kept.map(({ name }) => name).filter((name) => name.startsWith('openid'))).toEqual([])
    expectQuiet()
    await context.close()
  })

  test('somebody new there links the account that they have here, and comes straight in the next time', async () => {
    const login = `newcomer${viewport.width}`
    await anAccount(portal, { login, name: 'Biel Serra' })
    stand.signInAs({ subject: login, email: 'biel@example.test', name: 'Biel' })
    const { context, page, expectQuiet } = await visit(browser, portal, { viewport, language: 'es' })
    await page.goto('facturas')
    await hydrated(page)
    await page.getByRole('link', way).click()
    await page.waitForURL('**/connect?**')
    await hydrated(page)
    await page.getByRole('heading', { level: 1, name: 'Vincula tu cuenta' }).waitFor()
    await expectAccessible(page)
    expectQuiet()

    // What follows the browser itself remarks upon: an answer of 403.
    await page.getByLabel('Usuario, NIF o correo electrónico').fill(login)
    await page.getByLabel('Contraseña', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Vincular y entrar' }).click()
    await page.getByRole('alert').getByText('El usuario o la contraseña no son correctos').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Vincular y entrar' }).click()
    await page.getByText(new URL(stand.issuer).host).waitFor()
    await hydrated(page)
    await expectAccessible(page)
    await page.goto('facturas')
    expect(new URL(page.url()).pathname).toBe('/facturas')
    await context.close()

    const next = await visit(browser, portal, { viewport, language: 'es' })
    await next.page.goto('facturas')
    await hydrated(next.page)
    await next.page.getByRole('link', way).click()
    await next.page.waitForURL('**/facturas')
    await hydrated(next.page)
    next.expectQuiet()
    await next.context.close()
  })
})

test('where there is no provider any more, its way in leads to the log-in in their language', async () => {
  await portal.set('features.oidc', false)
  const { context, page } = await visit(browser, portal, { language: 'es' })
  await page.goto('api/v2/user/openid/start?redirectPath=%2Finvoices')
  expect(page.url()).toBe(`${portal.address}/acceso?redirectPath=%2Finvoices`)
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  await context.close()
  await portal.set('features.oidc', true)
})

test.each([
  ['with script', true],
  ['without script', false],
])('leaving %s leaves the provider as well, and comes back to the log-in', async (_, javaScriptEnabled) => {
  await somebodyLinked(javaScriptEnabled ? 'leaver' : 'plain-leaver')
  const { context, page, expectQuiet } = await visit(browser, portal, { language: 'es', javaScriptEnabled })
  await page.goto('facturas')
  await page.getByRole('link', way).click()
  await page.waitForURL('**/facturas')
  if (javaScriptEnabled) await hydrated(page)
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.waitForURL(`${stand.issuer}/session/end?**`)
  const left = (await context.cookies(portal.address)).map(({ name }) => name)
  expect(left.sort(), 'nothing of the session').toEqual(['consent', 'known_device', 'language'])
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/acceso')
  await page.getByRole('link', way).waitFor()
  await page.goto('facturas')
  expect(new URL(page.url()).pathname, 'nobody is signed in here any more').toBe('/acceso')
  expectQuiet()
  await context.close()
})

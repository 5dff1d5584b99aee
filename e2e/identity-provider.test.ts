import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAccount, password } from '#domains/session/server/session-testing.ts'
import { type ProviderStandIn, startProviderStandIn } from '#outside/identity/testing/provider-stand-in.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { findFreePort, type RunningPortal, startPortal } from './start-portal.ts'

const way = { name: 'Entrar con tu cuenta de Demo Energia' }
let browser: Browser
let stand: ProviderStandIn
let portal: RunningPortal

beforeAll(async () => {
  const port = await findFreePort()
  // A host other than the provider's, as in production: what comes back from there is cross-site.
  const address = `http://localhost:${port}`
  const home = `${address}/login`
  ;[browser, stand] = await Promise.all([startBrowser(), startProviderStandIn({ returnTo: [home], afterEnd: [home] })])
  const { issuer, clientId, clientSecret } = stand
  const environment = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  portal = { ...(await startPortal({ environment, port })), address }
  await portal.set('features.oidc', true)
})
afterAll(async () => {
  await portal.close()
  await stand.close()
})

/** Creates an account linked with an identity at the provider. */
async function somebodyLinked(subject: string) {
  const userId = await anAccount(portal, { login: subject, name: 'Anna Puig' })
  await portal.context.db
    .insertInto('external_identity')
    .values({ issuer: stand.issuer, subject, user_id: userId, linked_at: new Date() })
    .execute()
  stand.signInAs({ subject })
}

describe.each([
  ['a phone', phone],
  ['a desktop', desk],
] as const)('on %s', (_, viewport) => {
  test('a user signs in at the provider and continues to their destination', async () => {
    await somebodyLinked(`anna${viewport.width}`)
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto('facturas?contractType=gas')
    expect(new URL(page.url()).pathname).toBe('/acceso')
    await waitForHydration(page)
    expect(await page.getByLabel('Contraseña', { exact: true }).count()).toBe(0)
    await expectAccessible(page)

    await page.getByRole('link', way).click()
    await page.waitForURL('**/facturas?contractType=gas')
    await waitForHydration(page)
    const storedCookies = await context.cookies(portal.address)
    expect(storedCookies.map(({ name }) => name).filter((name) => name.startsWith('openid'))).toEqual([])
    expectNoErrors()
    await context.close()
  })

  test('a new identity is linked with an existing account, and signs in directly the next time', async () => {
    const login = `newcomer${viewport.width}`
    await anAccount(portal, { login, name: 'Biel Serra' })
    stand.signInAs({ subject: login, email: 'biel@example.test', name: 'Biel' })
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await page.goto('facturas')
    await waitForHydration(page)
    await page.getByRole('link', way).click()
    await page.waitForURL('**/connect?**')
    await waitForHydration(page)
    await page.getByRole('heading', { level: 1, name: 'Vincula tu cuenta' }).waitFor()
    await expectAccessible(page)
    expectNoErrors()

    // The browser itself logs the 403 answer that follows.
    await page.getByLabel('Usuario, NIF o correo electrónico').fill(login)
    await page.getByLabel('Contraseña', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Vincular y entrar' }).click()
    await page.getByRole('alert').getByText('El usuario o la contraseña no son correctos').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Vincular y entrar' }).click()
    await page.getByText(new URL(stand.issuer).host).waitFor()
    await waitForHydration(page)
    await expectAccessible(page)
    await page.goto('facturas')
    expect(new URL(page.url()).pathname).toBe('/facturas')
    await context.close()

    const next = await openVisit(browser, portal, { viewport, language: 'es' })
    await next.page.goto('facturas')
    await waitForHydration(next.page)
    await next.page.getByRole('link', way).click()
    await next.page.waitForURL('**/facturas')
    await waitForHydration(next.page)
    next.expectNoErrors()
    await next.context.close()
  })
})

test('without a provider, its sign-in URL leads to the sign-in page in the user’s language', async () => {
  await portal.set('features.oidc', false)
  const { context, page } = await openVisit(browser, portal, { language: 'es' })
  await page.goto('api/v2/user/openid/start?redirectPath=%2Finvoices')
  expect(page.url()).toBe(`${portal.address}/acceso?redirectPath=%2Finvoices`)
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  await context.close()
  await portal.set('features.oidc', true)
})

test.each([
  ['with script', true],
  ['without script', false],
])(
  'signing out on %s also signs out at the provider, and returns to the sign-in page',
  async (_, javaScriptEnabled) => {
    await somebodyLinked(javaScriptEnabled ? 'leaver' : 'plain-leaver')
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { language: 'es', javaScriptEnabled })
    await page.goto('facturas')
    await page.getByRole('link', way).click()
    await page.waitForURL('**/facturas')
    if (javaScriptEnabled) await waitForHydration(page)
    await page.getByRole('button', { name: 'Salir', exact: true }).click()
    await page.waitForURL(`${stand.issuer}/session/end?**`)
    const left = (await context.cookies(portal.address)).map(({ name }) => name)
    expect(left.sort(), 'no session cookie remains').toEqual(['consent', 'known_device', 'language'])
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('**/acceso')
    await page.getByRole('link', way).waitFor()
    await page.goto('facturas')
    expect(new URL(page.url()).pathname, 'no user is signed in to the portal any more').toBe('/acceso')
    expectNoErrors()
    await context.close()
  },
)

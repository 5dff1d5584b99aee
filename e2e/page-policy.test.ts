import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startMountedPaymentJobs } from '#app/server/wiring/mount-payments.ts'
import { publicTestAccount } from '#outside/payments/testing/redsys-stand-in.ts'
import { type StripeStandIn, startStripeStandIn } from '#outside/payments/testing/stripe-stand-in.ts'
import { openVisit, startBrowser, waitForHydration } from './browser.ts'
import { payByCard, sandboxCards } from './pay-by-card.ts'
import { findFreePort, type RunningPortal, startPortal } from './start-portal.ts'
import { interceptStripe } from './stripe-in-browser.ts'
import { findRefusedDirectives, type LoadDirective, takeViolations, watchPolicy } from './watch-policy.ts'

const stripe = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_c3RhbmQtaW4tc2VjcmV0' }
const redsysAddress = 'https://sis.redsys.example'
const dsn = 'https://key@reports.example/7'
const chat = 'https://chat.example/widget.js'
const everyWay: LoadDirective[] = ['script-src-elem', 'connect-src', 'frame-src', 'img-src', 'form-action']

let browser: Browser
let stripeApi: StripeStandIn
let portal: RunningPortal
let jobs: Awaited<ReturnType<typeof startMountedPaymentJobs>>
let token: string
let owner: { customerId: number; contract: Awaited<ReturnType<typeof insertContract>> }

beforeAll(async () => {
  const port = await findFreePort()
  ;[browser, stripeApi] = await Promise.all([startBrowser(), startStripeStandIn({ ...stripe, now: () => new Date() })])
  portal = await startPortal({
    port,
    environment: {
      DEMO: 'on',
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_ADDRESS: stripeApi.address,
      REDSYS_MERCHANT_CODE: publicTestAccount.merchantCode,
      REDSYS_SECRET_KEY: publicTestAccount.secretKey,
      REDSYS_ADDRESS: redsysAddress,
    },
  })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  owner = { customerId, contract: await insertContract(db, { customerId }) }
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token!
  jobs = await startMountedPaymentJobs(portal.context, portal.app)
})
afterAll(async () => {
  await jobs.stop()
  await Promise.all([portal.close(), stripeApi.close()])
})

/** Creates one unpaid invoice. */
async function owe(cents: number) {
  const { db } = portal.context
  await db.updateTable('invoice').set({ paid_status: 'paid', amount_pending_cents: 0 }).execute()
  await insertInvoice(db, { contract: owner.contract, amount_total_cents: cents })
}

async function signedIn(): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await openVisit(browser, portal, { language: 'es', token })
  await watchPolicy(context)
  return { context, page }
}

async function openPayment(page: Page) {
  await page
    .getByRole('button', { name: /^Pagar/ })
    .first()
    .click()
}

describe('where Stripe is offered', () => {
  test('a customer arriving from another page pays in its frames, passes the bank’s challenge, and nothing else is allowed', async () => {
    await portal.set('payment.platforms', ['stripe'])
    await owe(4569)
    const { context, page } = await signedIn()
    const { requests } = await interceptStripe(context, {
      methodId: 'pm_card_authenticationRequired',
      onApproved: (secret) => stripeApi.authenticate(secret.split('_secret_')[0]!, true),
    })
    await page.goto('contratos')
    await waitForHydration(page)
    expect(await findRefusedDirectives(page, 'https://js.stripe.com', everyWay)).toEqual(everyWay.toSorted())
    expect(requests, 'a browser checks its policy first').toEqual([])

    await page.getByRole('link', { name: 'Facturas' }).first().click()
    await page.waitForURL('**/facturas')
    const reloaded = page.waitForEvent('load')
    await openPayment(page)
    await reloaded
    const dialog = page.getByRole('dialog')
    for (const part of ['cardNumber', 'cardExpiry', 'cardCvc'])
      await page.frameLocator(`iframe[title="${part}"]`).getByLabel('Field').waitFor()
    await dialog.getByRole('button', { name: /^Pagar 45,69/ }).click()
    const approve = page.frameLocator('iframe[title="bank"]').getByRole('button', { name: 'Approve' })
    await approve.click()
    // A frame that is still animating to the front may miss the click.
    await expect
      .poll(async () => {
        const isApproved = requests.includes('hooks.stripe.com/approved')
        if (!isApproved) await approve.click({ timeout: 1_000 }).catch(() => undefined)
        return isApproved
      })
      .toBe(true)
    await page.getByRole('heading', { name: 'Pagada' }).waitFor()
    expect(stripeApi.chargedCents()).toEqual([4569])
    expect(await takeViolations(page)).toEqual([])
    expect([...new Set(requests)].map((address) => address.split('/')[0])).toEqual(
      expect.arrayContaining(['js.stripe.com', 'api.stripe.com', 'hooks.stripe.com']),
    )

    expect(await findRefusedDirectives(page, 'https://elsewhere.example', everyWay)).toEqual(everyWay.toSorted())
    // Each of its hosts is allowed only for its purpose.
    expect(await findRefusedDirectives(page, 'https://api.stripe.com', ['script-src-elem', 'frame-src'])).toHaveLength(
      2,
    )
    expect(
      await findRefusedDirectives(page, 'https://hooks.stripe.com', ['script-src-elem', 'connect-src']),
    ).toHaveLength(2)
    await context.close()
  })

  test.each([
    ['/contratos', false],
    ['/inicio', false],
    ['/facturas', true],
  ])('only the invoices page names it: %s', async (path, isNamed) => {
    await portal.set('payment.platforms', ['stripe'])
    const policyOf = async (cookie: string) =>
      (await fetch(portal.address + path, { headers: { cookie } })).headers.get('content-security-policy')!
    expect((await policyOf(`token=${token}`)).includes('stripe.com')).toBe(isNamed)
    const { db } = portal.context
    const onlooker = await portal.as(await insertUser(db, { customerIds: [owner.customerId] }), { readonly: true })
    expect(await policyOf(`token=${onlooker.token}`), 'a user who may not pay').not.toContain('stripe.com')
    await portal.set('payment.platforms', ['redsys'])
    expect(await policyOf(`token=${token}`), 'when it is not offered').not.toContain('stripe.com')
  })
})

test('at Redsys the redirect page allows its form to post to Redsys and nowhere else', async () => {
  await portal.set('payment.platforms', ['redsys'])
  await owe(8788)
  const { context, page } = await signedIn()
  const posted: string[] = []
  // A response without content leaves the browser on its page.
  await context.route(`${redsysAddress}/**`, (route) => {
    posted.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status: 204 })
  })
  await page.goto('facturas')
  await waitForHydration(page)
  await openPayment(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pagar 87,88/ })
    .click()
  await expect.poll(() => posted).toEqual(['/sis/realizarPago'])
  expect(await takeViolations(page)).toEqual([])
  expect(
    await findRefusedDirectives(page, redsysAddress, ['script-src-elem', 'connect-src', 'frame-src', 'img-src']),
  ).toHaveLength(4)
  expect(await findRefusedDirectives(page, 'https://elsewhere.example', everyWay)).toHaveLength(everyWay.length)
  await context.close()
})

test('the fields and the bank of the sandbox are in same-origin frames', async () => {
  await portal.set('payment.platforms', ['sandbox'])
  await owe(1234)
  const { context, page } = await signedIn()
  await page.goto('facturas')
  await waitForHydration(page)
  await page
    .getByRole('button', { name: /^Pagar/ })
    .first()
    .click()
  await payByCard(page, sandboxCards.confirmed)
  await page.frameLocator('iframe[title="Página de tu banco"]').getByRole('button').first().click()
  await page.getByRole('heading', { name: 'Pagada' }).waitFor()
  expect(await takeViolations(page)).toEqual([])
  expect(await findRefusedDirectives(page, 'https://js.stripe.com', everyWay)).toHaveLength(everyWay.length)
  await context.close()
})

test('third-party chat and error reports reach their own origins after consent, and no others', async () => {
  await portal.set('contractation.electricity.enabled', true)
  await portal.set('contractation.authenticate', false)
  await portal.set('contractation.chatWidgetUrl', chat)
  await portal.set('errorReporting.url', dsn)
  const { context, page } = await openVisit(browser, portal, { language: 'es', isFirst: true })
  await watchPolicy(context)
  await context.route(/https:\/\/(chat|reports)\.example\//, (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'text/javascript', body: '' }),
  )
  const ofChat: LoadDirective[] = ['script-src-elem', 'connect-src', 'frame-src', 'img-src']
  await page.goto('nuevo-cliente-electricidad')
  await waitForHydration(page)
  expect(await findRefusedDirectives(page, 'https://chat.example', ofChat), 'before consent is given').toHaveLength(
    ofChat.length,
  )
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await page.locator(`script[src="${chat}"]`).waitFor({ state: 'attached' })
  expect(await findRefusedDirectives(page, 'https://chat.example', ofChat)).toEqual([])
  expect(await findRefusedDirectives(page, 'https://reports.example', ['connect-src'])).toEqual([])
  expect(await findRefusedDirectives(page, 'https://reports.example', ['script-src-elem', 'frame-src'])).toHaveLength(2)
  expect(await findRefusedDirectives(page, 'https://elsewhere.example', everyWay)).toHaveLength(everyWay.length)
  await portal.set('errorReporting.url', '')
  await context.close()
})

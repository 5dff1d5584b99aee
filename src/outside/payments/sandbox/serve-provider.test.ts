import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { addMethod, confirmPayment, findPayment, preparePayment } from './sandbox-store.ts'

const now = new Date('2026-11-20T10:00:00Z')
const origin = 'https://office.example'
const good = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2034, cvc: '123' }
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({
    environment: { DEMO: 'on', BASE_PATH: '/office', PUBLIC_ORIGIN: origin },
    now,
  })
})
afterAll(() => portal.close())

const provider = '/office/sandbox-provider'
const makeMethod = (payload: unknown) =>
  portal.app.inject({
    method: 'POST',
    url: `${provider}/v1/payment_methods`,
    // As the frame's browser sends it: from an opaque origin, without cookies.
    headers: { origin: 'null', 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    payload: JSON.stringify(payload),
  })

describe('the card fields', () => {
  test('are in a page with an opaque origin that only the portal may frame', async () => {
    const page = await portal.app.inject(`${provider}/fields`)
    const policy = String(page.headers['content-security-policy']).split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-scripts allow-forms')
    expect(policy).toContain(`frame-ancestors ${origin}`)
    expect(policy).toContain(`script-src ${origin}${provider}/frame/`)
    expect(policy).toContain(`connect-src ${origin}${provider}/v1/`)
    expect(page.headers['x-frame-options']).toBeUndefined()
    expect(policy.join()).not.toContain('unsafe')
  })

  test('have names for browsers and screen readers', async () => {
    const { payload } = await portal.app.inject(`${provider}/fields`)
    for (const [id, autocomplete] of Object.entries({ number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' })) {
      expect(payload).toMatch(new RegExp(`<label for="${id}">`))
      expect(payload).toMatch(new RegExp(`<input[^>]*id="${id}"[^>]*autocomplete="${autocomplete}"`))
    }
  })

  test('have scripts and styles that a page without an origin may load', async () => {
    const { payload } = await portal.app.inject(`${provider}/fields`)
    const files = [...payload.matchAll(/(?:href|src)="(frame\/[^"]+)"/g)].map(([, file]) => file)
    expect(files.length).toBeGreaterThan(1)
    for (const file of [...files, 'frame/card-checks.js']) {
      const answer = await portal.app.inject(`${provider}/${file}`)
      expect([file, answer.statusCode]).toEqual([file, 200])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
  })
})

test('adds the digest of the served file to every script and its imports', async () => {
  const { payload } = await portal.app.inject(`${provider}/fields`)
  const named = [...payload.matchAll(/(?:href|src)="(frame\/[\w-]+\.js)" integrity="([^"]+)"/g)]
  expect(named.map(([, file]) => file)).toEqual(['frame/card-checks.js', 'frame/fields.js'])
  for (const [, file, integrity] of named) {
    const script = await portal.app.inject(`${provider}/${file}`)
    expect(integrity).toBe(`sha384-${createHash('sha384').update(script.rawPayload).digest('base64')}`)
  }
})

describe('creating a method for a card', () => {
  test('returns an id, also across origins', async () => {
    const before = await portal.app.inject({
      method: 'OPTIONS',
      url: `${provider}/v1/payment_methods`,
      headers: { origin: 'null', 'access-control-request-method': 'POST' },
    })
    expect(before.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
    })
    const made = await makeMethod(good)
    expect([made.statusCode, made.json()]).toEqual([200, { id: expect.stringMatching(/^pm_\w{20,}$/) }])
    expect(made.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })

  test.each([
    [{ number: '4242424242424241' }, { code: 'incorrect_number', param: 'number' }],
    [{ exp_month: 13 }, { code: 'invalid_expiry_month', param: 'exp_month' }],
    [{ exp_year: 2020 }, { code: 'invalid_expiry_year', param: 'exp_year' }],
    [{ cvc: '12' }, { code: 'invalid_cvc', param: 'cvc' }],
    [{ number: '4111111111111111' }, { code: 'card_declined', decline_code: 'test_mode_live_card', param: 'number' }],
  ])('rejects %o with the published codes', async (given, error) => {
    const answer = await makeMethod({ ...good, ...given })
    expect([answer.statusCode, answer.json()]).toEqual([402, { error: { type: 'card_error', ...error } }])
  })

  test.each([
    ['a field is missing', { number: good.number }],
    ['there is an extra field', { ...good, name: 'Anna' }],
    ['the body is not a card at all', 'card'],
  ])('rejects the request when %s', async (_, card) => {
    const answer = await makeMethod(card)
    expect(answer.statusCode).toBe(400)
    expect(answer.payload).not.toContain('4242')
  })

  test('stores the result of the card and no number', async () => {
    await makeMethod(good)
    const { rows } = await sql<{ row: string }>`select sandbox_method::text as row from sandbox_method`.execute(
      portal.context.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).toMatch(/^\(pm_\w+,success,4242,/)
  })
})

describe('the bank', () => {
  async function startAuthentication(description = 'FE26/157374') {
    const { db } = portal.context
    const methodId = await addMethod(db, { fate: 'authentication', last4: '3184', now })
    const idempotencyKey = crypto.randomUUID()
    const order = { idempotencyKey, methodId, amountCents: 123_456, description, metadata: {}, now }
    const { payment_id: paymentId } = (await preparePayment(db, order))!.payment
    const { client_secret: secret } = (await confirmPayment(db, { paymentId, now }))!
    return { paymentId, address: `${provider}/authenticate/${paymentId}?client_secret=${secret}` }
  }
  const answer = (address: string, payload: string) =>
    portal.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      payload,
    })
  const statusOf = async (paymentId: string) => (await findPayment(portal.context.db, paymentId))!.status

  test('shows the payee, the amount and the item, in the visitor’s language', async () => {
    const { address } = await startAuthentication()
    const page = await portal.app.inject({ url: address, headers: { 'accept-language': 'de' } })
    expect(page.payload).toMatch(/src="\.\.\/frame\/bank\.js" integrity="sha384-/)
    for (const expectedText of ['Demo Energia', 'FE26/157374', '1.234,56', 'Zahlung bestätigen', 'lang="de"'])
      expect(page.payload).toContain(expectedText)
    expect((await portal.app.inject(`${address}&lang=ca`)).payload).toContain('Confirma el pagament')
  })

  test('escapes the texts it is given', async () => {
    const { address } = await startAuthentication('<img src=x onerror="alert(1)">')
    expect((await portal.app.inject(address)).payload).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  })

  test('accepts the first answer only', async () => {
    const { paymentId, address } = await startAuthentication()
    expect((await answer(address, 'answer=approve')).statusCode).toBe(200)
    await answer(address, 'answer=refuse')
    expect(await statusOf(paymentId)).toBe('succeeded')
    expect((await portal.app.inject(address)).payload).not.toContain('<form')
  })

  test('treats anything but an approval as a refusal', async () => {
    const { paymentId, address } = await startAuthentication()
    await answer(address, 'answer=perhaps')
    expect(await statusOf(paymentId)).toBe('declined')
  })

  test('shows and accepts nothing without the secret of the payment', async () => {
    const { paymentId, address } = await startAuthentication()
    for (const wrong of [address.replace(/secret=.*/, 'secret=x'), address.replace(/\?.*/, '')]) {
      expect((await portal.app.inject(wrong)).statusCode).toBe(404)
      expect((await answer(wrong, 'answer=approve')).statusCode).toBe(404)
    }
    expect(await statusOf(paymentId)).toBe('requires_action')
  })

  test('notifies the surrounding portal that it was answered', async () => {
    const { address } = await startAuthentication()
    expect((await answer(address, 'answer=approve')).payload).toContain('<body data-answered>')
  })

  test.each([
    ['/office/invoices?contractType=gas', true, 'a page of the portal'],
    ['//evil.example', false, 'another host by its short form'],
    ['https://evil.example/office', false, 'another host'],
    ['/\\evil.example', false, 'another host by a backslash'],
    ['javascript:alert(1)', false, 'a script'],
    ['https://office.example@evil.example', false, 'another host behind a name'],
  ])('goes back to %s: %s (%s)', async (returnTo, goesBack) => {
    const { paymentId, address } = await startAuthentication()
    const answered = await answer(`${address}&return_to=${encodeURIComponent(returnTo)}`, 'answer=approve')
    const back = `${origin}/office/invoices?contractType=gas&payment_intent=${paymentId}`
    expect(answered.headers.location).toBe(goesBack ? back : undefined)
  })
})

test('has no sandbox outside the demo', async () => {
  const plain = await startTestPortal({ environment: { DEMO: 'off' } })
  expect((await plain.app.inject('/sandbox-provider/fields')).statusCode).toBe(404)
  expect([...plain.context.payments.keys()]).toEqual([])
  await plain.close()
})

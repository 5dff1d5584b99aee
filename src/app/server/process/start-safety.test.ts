import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { startWarnings, unsafeStartReasons } from './start-safety.ts'

const production = { NODE_ENV: 'production' }
const own = { ...production, DATABASE_URL: 'postgres://db.test/llum' }
const published = { ...own, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://portal.example' }
const stripe = (mode: string) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const redsys = { REDSYS_MERCHANT_CODE: '999008881', REDSYS_SECRET_KEY: 'sq7HjrUOBfKmC576ILgskD5srU870gJ7' }
const openid = { OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'secret' }

describe('a production start', () => {
  const cases: [reason: string, environment: NodeJS.ProcessEnv, stops: RegExp | null][] = [
    ['a fresh clone, for this machine alone', production, null],
    ['a database of one’s own, for this machine alone', own, null],
    ['with an address by TLS', published, null],
    ['behind a proxy on this machine', { ...own, PUBLIC_ORIGIN: 'http://localhost:8080' }, null],
    ['for others, with no address of its own', { ...own, HOST: '0.0.0.0' }, /^PUBLIC_ORIGIN is needed/],
    ['the demonstration for others, with no address', { ...production, HOST: '0.0.0.0' }, /^PUBLIC_ORIGIN is needed/],
    ['a server behind a balancer, with no address', { ...own, ROLE: 'server' }, /^PUBLIC_ORIGIN is needed/],
    ['passwords in the clear', { ...published, PUBLIC_ORIGIN: 'http://portal.example' }, /in the clear/],
    ['the demonstration in the clear', { ...production, PUBLIC_ORIGIN: 'http://demo.example' }, null],
    ['live cards', { ...published, ...stripe('live') }, null],
    ['test cards at Stripe', { ...published, ...stripe('test') }, /^STRIPE_SECRET_KEY is that of a test/],
    ['test cards for a rehearsal', { ...published, ...stripe('test'), TEST_PAYMENTS: 'on' }, null],
    ['cards at Redsys', { ...published, ...redsys }, null],
    [
      'test cards at Redsys',
      { ...published, ...redsys, REDSYS_ADDRESS: 'https://sis-t.redsys.es:25443' },
      /^REDSYS_ADDRESS is that of a test/,
    ],
    ['single sign-on', { ...published, ...openid, OIDC_ISSUER: 'https://id.example' }, null],
    ['single sign-on in the clear', { ...published, ...openid, OIDC_ISSUER: 'http://id.example' }, /^OIDC_ISSUER/],
    [
      'single sign-on in a network of one’s own',
      { ...published, ...openid, OIDC_ISSUER: 'https://id.internal' },
      /^OIDC_ISSUER is https:\/\/id\.internal.*PRIVATE_ADDRESSES=on/,
    ],
    [
      'the same where that is allowed',
      { ...published, ...openid, OIDC_ISSUER: 'https://id.internal', PRIVATE_ADDRESSES: 'on' },
      null,
    ],
    [
      'a stand-in for Stripe',
      { ...published, ...stripe('live'), STRIPE_API_ADDRESS: 'http://127.0.0.1:12111' },
      /^STRIPE_API_ADDRESS/,
    ],
    ['a stand-in for Redsys', { ...published, ...redsys, REDSYS_ADDRESS: 'https://10.0.0.7' }, /^REDSYS_ADDRESS/],
    ['anything of that while it is developed', { HOST: '0.0.0.0', ...stripe('test') }, null],
  ]
  test.each(cases)('%s', (_, environment, stops) => {
    const reasons = unsafeStartReasons(readConfig(environment))
    if (stops === null) expect(reasons).toEqual([])
    else expect(reasons).toEqual([expect.stringMatching(stops)])
  })
})

describe('a production start reports', () => {
  const calm = { ...published, MAIL_URL: 'smtps://mail.example', MAIL_FROM: 'hola@demo-energia.example' }
  const cases: [reason: string, environment: NodeJS.ProcessEnv, given: object, expected: string[]][] = [
    ['nothing when everything is configured', calm, {}, []],
    ['nothing for a demo', production, { isDemo: true, holdsDemo: true, platforms: ['sandbox'] }, []],
    ['that demo accounts can still sign in', calm, { holdsDemo: true }, ['DEMO is not on']],
    ['that test cards are not offered', calm, { platforms: ['stripe', 'sandbox'] }, ['payment.platforms']],
    ['that mails reach no recipient', published, {}, ['MAIL_URL']],
    ['that links in mails point to this machine', own, {}, ['PUBLIC_ORIGIN', 'MAIL_URL']],
    ['that one operator can act alone', { ...calm, FOUR_EYES: 'off' }, {}, ['FOUR_EYES=off']],
    [
      'settings that lower the protection',
      { ...calm, PRIVATE_ADDRESSES: 'on', WEBHOOK_PRIVATE_ADDRESSES: 'on', TEST_PAYMENTS: 'on' },
      {},
      ['PRIVATE_ADDRESSES', 'WEBHOOK', 'TEST_PAY'],
    ],
  ]
  test.each(cases)('%s', (_, environment, given, expected) => {
    const conditions = { isDemo: false, holdsDemo: false, platforms: [], ...given }
    const doubts = startWarnings({ config: readConfig(environment), ...conditions })
    expect(doubts).toEqual(expected.map((name) => expect.stringContaining(name)))
  })
})

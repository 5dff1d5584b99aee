import { isLoopbackHost, isPrivateDestination } from '#kit/server/public-address.ts'
import type { Config } from './config.ts'
import { EnvironmentError } from './environment.ts'

/** What the safety of a start depends on. */
export type StartConditions = {
  config: Pick<
    Config,
    | 'isProduction'
    | 'role'
    | 'host'
    | 'publicOrigin'
    | 'demo'
    | 'stripe'
    | 'redsys'
    | 'mail'
    | 'openid'
    | 'allowsPrivate'
    | 'allowsPrivateWebhooks'
    | 'fourEyes'
    | 'acceptsTestPayments'
    | 'upstreamApi'
  >
  isDemo: boolean
  /** Whether the database contains the demo retailer, enabled or not. */
  holdsDemo: boolean
  /** The payment platforms in the settings. */
  platforms: readonly string[]
}

/**
 * Returns the reasons why a production must not start with its configuration, a sentence each. Checks that need the
 * database come later; outside production there are none.
 */
export function unsafeStartReasons({ isProduction, ...config }: StartConditions['config']): string[] {
  if (!isProduction) return []
  return [...unsafeOriginReasons(config), ...unsafeProviderReasons(config)]
}

type CheckedConfig = Omit<StartConditions['config'], 'isProduction'>

function unsafeOriginReasons({ role, host, publicOrigin, demo }: CheckedConfig): string[] {
  if (publicOrigin === undefined) {
    if (role === 'all' && isLoopbackHost(host)) return []
    return [
      'PUBLIC_ORIGIN is needed in production where others than this machine reach the portal: the address that browsers use, like https://portal.example.com.',
    ]
  }
  if (isConfidential(publicOrigin) || demo !== 'off') return []
  return [
    `PUBLIC_ORIGIN is ${publicOrigin}: passwords would cross the network in the clear. Use https://, with a proxy that ends TLS.`,
  ]
}

function unsafeProviderReasons({
  stripe,
  redsys,
  openid,
  acceptsTestPayments,
  allowsPrivate,
}: CheckedConfig): string[] {
  const isTest = {
    STRIPE_SECRET_KEY: stripe?.secretKey.split('_')[1] === 'test',
    REDSYS_ADDRESS: redsys !== undefined && new URL(redsys.address).hostname.startsWith('sis-t.'),
  }
  const tests = Object.entries(isTest).filter(([, is]) => is && !acceptsTestPayments)
  const addresses = {
    STRIPE_API_ADDRESS: stripe?.apiAddress,
    REDSYS_ADDRESS: redsys?.address,
    OIDC_ISSUER: openid?.issuer,
  }
  const inside = Object.entries(addresses).filter(([, address]) => address && isPrivateDestination(new URL(address)))
  return [
    ...(allowsPrivate ? [] : inside).map(
      ([name, address]) =>
        `${name} is ${address}, an address of a private network: it is not asked unless PRIVATE_ADDRESSES=on.`,
    ),
    ...tests.map(
      ([name]) =>
        `${name} is that of a test environment, whose test cards would pay real invoices. Use the live one, or TEST_PAYMENTS=on for a rehearsal.`,
    ),
    ...(openid && !isConfidential(openid.issuer)
      ? ['OIDC_ISSUER must be https://: who signs in would be readable.']
      : []),
  ]
}

/** Checks whether traffic to a URL cannot be read in transit: it uses TLS, or stays on the machine. */
function isConfidential(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** Returns warnings for a production that may start, a sentence each. */
export function startWarnings({ config, isDemo, holdsDemo, platforms }: StartConditions): string[] {
  const {
    isProduction,
    publicOrigin,
    mail,
    allowsPrivate,
    allowsPrivateWebhooks,
    acceptsTestPayments,
    fourEyes,
    role,
  } = config
  const warnings: [boolean, string][] = [
    [holdsDemo && !isDemo, 'The database holds the demo retailer though DEMO is not on: its log-ins still let in.'],
    [
      !isDemo && platforms.includes('sandbox'),
      'payment.platforms offers the sandbox, which is for the demonstration alone: it is left out.',
    ],
    [
      isProduction && !isDemo && publicOrigin === undefined,
      'There is no PUBLIC_ORIGIN: mails lead to http://localhost, and browsers elsewhere cannot use the portal.',
    ],
    [
      isProduction && !isDemo && role !== 'server' && mail.url === undefined,
      'There is no MAIL_URL: mails are kept as files in DATA_DIR/mail and reach nobody.',
    ],
    [
      isProduction && allowsPrivate,
      'PRIVATE_ADDRESSES=on: providers may be in this network, and settings may lead there.',
    ],
    [isProduction && allowsPrivateWebhooks, 'WEBHOOK_PRIVATE_ADDRESSES=on: webhooks may reach into this network.'],
    [!fourEyes, 'FOUR_EYES=off: one operator alone gives money back and changes prices and settings of money.'],
    [isProduction && acceptsTestPayments, 'TEST_PAYMENTS=on: test cards may pay invoices.'],
  ]
  return warnings.filter(([applies]) => applies).map(([, sentence]) => sentence)
}

/** Stops an unsafe production start. @throws EnvironmentError with all reasons. */
export function refuseUnsafeStart(config: StartConditions['config']) {
  const reasons = unsafeStartReasons(config)
  if (reasons.length > 0) throw new EnvironmentError(reasons.join('\n'))
}

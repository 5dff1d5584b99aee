import { resolve } from 'node:path'
import type { Bucket } from '#outside/files/s3-files.ts'
import type { RedsysAccount } from '#outside/payments/redsys.ts'
import { type ClamdAddress, parseClamdAddress } from '#outside/virus-scan/clamd-scanner.ts'
import { type Environment, EnvironmentError, readEnvironment } from './environment.ts'

export type Config = {
  /** The upstream server that the portal stands in front of. */
  upstreamApi?: string
  role: 'all' | 'server' | 'worker'
  port: number
  host: string
  dataFolder: string
  databaseUrl?: string
  /** The same database for the owner of its tables, when servers and workers connect as another role. */
  migrateDatabaseUrl?: string
  basePath: string
  publicOrigin?: string
  /** Where metrics are served; not at all unless configured. */
  metrics?: { port: number; host: string }
  drainSeconds: number
  /** Per network; 0 for no limit. */
  requestsPerMinute: number
  securityContact?: string
  /** Whether the demonstration may be created and shown. Whether this database contains it is in the context. */
  demo: 'on' | 'by_default' | 'off'
  demoPassword?: string
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where files are stored, if not in a folder. */
  bucket?: Bucket
  /** The address of the virus scanner. */
  clamav?: ClamdAddress
  importFolder?: string
  /** How many files with curves this program imports at the same time. */
  concurrentImports: number
  /** Whether refunds, prices and settings about money require approval by a second operator. */
  fourEyes: boolean
  /** Whether identity providers and the receiver of error reports may have private addresses. */
  allowsPrivate: boolean
  /** Whether webhook endpoints may have private addresses. */
  allowsPrivateWebhooks: boolean
  mail: { url?: string; from: string }
  openid?: { issuer: string; clientId: string; clientSecret: string }
  redsys?: RedsysAccount
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string; apiAddress?: string }
  /** Whether test keys of payment providers are accepted in production. */
  acceptsTestPayments: boolean
  isProduction: boolean
}

/** Reads and checks the environment. @throws EnvironmentError naming every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = readEnvironment(environment)
  checkRole(variables)
  return {
    role: variables.ROLE,
    port: variables.PORT,
    host: variables.HOST,
    dataFolder: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    migrateDatabaseUrl: variables.MIGRATE_DATABASE_URL,
    basePath: variables.BASE_PATH,
    publicOrigin: variables.PUBLIC_ORIGIN,
    metrics:
      variables.METRICS_PORT === undefined ? undefined : { port: variables.METRICS_PORT, host: variables.METRICS_HOST },
    drainSeconds: variables.DRAIN_SECONDS ?? (variables.ROLE === 'server' ? 5 : 0),
    requestsPerMinute: variables.API_REQUESTS_PER_MINUTE,
    securityContact: variables.SECURITY_CONTACT,
    demo: demoOf(variables),
    demoPassword: variables.DEMO_PASSWORD,
    logLevel: variables.LOG_LEVEL,
    bucket: bucketOf(variables),
    clamav: variables.CLAMAV_ADDRESS ? parseClamdAddress(variables.CLAMAV_ADDRESS)! : undefined,
    importFolder: variables.IMPORT_FOLDER && resolve(variables.IMPORT_FOLDER),
    concurrentImports: variables.CONCURRENT_IMPORTS,
    fourEyes: variables.FOUR_EYES,
    allowsPrivate: variables.PRIVATE_ADDRESSES,
    allowsPrivateWebhooks: variables.WEBHOOK_PRIVATE_ADDRESSES,
    mail: mailOf(variables),
    openid: openidOf(variables),
    upstreamApi: upstreamOf(variables),
    redsys: redsysOf(variables),
    stripe: stripeOf(variables),
    acceptsTestPayments: variables.TEST_PAYMENTS,
    isProduction: environment.NODE_ENV === 'production',
  }
}

function demoOf({ DEMO: isOn, DATABASE_URL, UPSTREAM_API }: Environment): Config['demo'] {
  // The demo retailer's customers could not sign in at an upstream server.
  if (UPSTREAM_API || isOn === false) return 'off'
  if (isOn) return 'on'
  return DATABASE_URL ? 'off' : 'by_default'
}

function checkRole({ ROLE: role, DATABASE_URL: databaseUrl, PUBLIC_ORIGIN: publicOrigin }: Environment) {
  if (role === 'all') return
  if (!databaseUrl)
    throw new EnvironmentError(`ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process.`)
  if (role === 'worker' && !publicOrigin)
    throw new EnvironmentError('ROLE=worker needs PUBLIC_ORIGIN, the origin of the links in its mails.')
}

function bucketOf(variables: Environment): Bucket | undefined {
  const { S3_BUCKET: address, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!address && !accessKeyId && !secretAccessKey) return undefined
  if (!address || !accessKeyId || !secretAccessKey)
    throw new EnvironmentError('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  return { address: address.replace(/\/+$/, ''), region: variables.S3_REGION, accessKeyId, secretAccessKey }
}

function mailOf({ MAIL_URL: url, MAIL_FROM: from }: Environment): Config['mail'] {
  if (url && !from) throw new EnvironmentError('MAIL_URL needs MAIL_FROM, the address that mails come from.')
  return { url, from: from ?? 'portal@localhost.localdomain' }
}

function openidOf(variables: Environment): Config['openid'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret)
    throw new EnvironmentError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.')
  return { issuer, clientId, clientSecret }
}

function upstreamOf({ UPSTREAM_API: address, OIDC_ISSUER: issuer }: Environment): string | undefined {
  if (address && issuer)
    throw new EnvironmentError('OIDC_ISSUER is of no use with UPSTREAM_API: the server behind knows the customers.')
  return address
}

function redsysOf(variables: Environment): Config['redsys'] {
  const { REDSYS_MERCHANT_CODE: merchantCode, REDSYS_SECRET_KEY: secretKey, PUBLIC_ORIGIN: publicOrigin } = variables
  if (!merchantCode && !secretKey) return undefined
  if (!merchantCode || !secretKey || !publicOrigin)
    throw new EnvironmentError('REDSYS_MERCHANT_CODE, REDSYS_SECRET_KEY and PUBLIC_ORIGIN must be set together.')
  const address = variables.REDSYS_ADDRESS.replace(/\/+$/, '')
  return {
    merchantCode,
    terminal: variables.REDSYS_TERMINAL,
    secretKey,
    signature: variables.REDSYS_SIGNATURE,
    address,
  }
}

/** Returns `test` or `live`. */
function modeOf(stripeKey: string): string {
  return stripeKey.split('_')[1]!
}

function stripeOf(variables: Environment): Config['stripe'] {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = variables
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new EnvironmentError(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together.',
    )
  if (modeOf(secretKey) !== modeOf(publishableKey))
    throw new EnvironmentError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY have different modes: one is for tests, the other charges cards.',
    )
  return { secretKey, publishableKey, webhookSecret, apiAddress: variables.STRIPE_API_ADDRESS }
}

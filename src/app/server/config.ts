import { resolve } from 'node:path'
import type { Bucket } from '#outside/files/s3-files.ts'
import type { RedsysAccount } from '#outside/payments/redsys.ts'
import { type ClamdAddress, parseClamdAddress } from '#outside/virus-scan/clamd.ts'
import { type Environment, EnvironmentProblem, readEnvironment } from './environment.ts'

export type Config = {
  /** The server that the portal stands in front of. */
  upstreamApi?: string
  role: 'all' | 'server' | 'worker'
  port: number
  host: string
  dataFolder: string
  databaseUrl?: string
  /** The same database for the owner of its tables, where servers and workers are another role. */
  migrateDatabaseUrl?: string
  basePath: string
  publicOrigin?: string
  /** Where those who run it look at it; nowhere unless asked for. */
  metrics?: { port: number; host: string }
  drainSeconds: number
  /** Of one network; 0 for any number. */
  requestsPerMinute: number
  securityContact?: string
  /** Whether the demonstration may be made and shown. Whether this database holds it is told by the context. */
  demo: 'on' | 'by_default' | 'off'
  demoPassword?: string
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where files are kept, when not in a folder. */
  bucket?: Bucket
  /** Where the scanner of files listens. */
  clamav?: ClamdAddress
  importFolder?: string
  /** Whether refunds, prices and settings of money wait for a second operator. */
  fourEyes: boolean
  /** Whether providers and the receiver of error reports may be at private addresses. */
  allowsPrivate: boolean
  /** Whether the retailer's systems may be told at private addresses. */
  allowsPrivateWebhooks: boolean
  mail: { url?: string; from: string }
  openid?: { issuer: string; clientId: string; clientSecret: string }
  redsys?: RedsysAccount
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string; apiAddress?: string }
  /** Whether test keys of card providers are accepted in production. */
  acceptsTestPayments: boolean
  isProduction: boolean
}

/** Reads and checks the environment. @throws EnvironmentProblem with every wrong variable by name. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = readEnvironment(environment)
  checkRole(read)
  return {
    role: read.ROLE,
    port: read.PORT,
    host: read.HOST,
    dataFolder: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    migrateDatabaseUrl: read.MIGRATE_DATABASE_URL,
    basePath: read.BASE_PATH,
    publicOrigin: read.PUBLIC_ORIGIN,
    metrics: read.METRICS_PORT === undefined ? undefined : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    drainSeconds: read.DRAIN_SECONDS ?? (read.ROLE === 'server' ? 5 : 0),
    requestsPerMinute: read.API_REQUESTS_PER_MINUTE,
    securityContact: read.SECURITY_CONTACT,
    demo: demoOf(read),
    demoPassword: read.DEMO_PASSWORD,
    logLevel: read.LOG_LEVEL,
    bucket: bucketOf(read),
    clamav: read.CLAMAV_ADDRESS ? parseClamdAddress(read.CLAMAV_ADDRESS)! : undefined,
    importFolder: read.IMPORT_FOLDER && resolve(read.IMPORT_FOLDER),
    fourEyes: read.FOUR_EYES,
    allowsPrivate: read.PRIVATE_ADDRESSES,
    allowsPrivateWebhooks: read.WEBHOOK_PRIVATE_ADDRESSES,
    mail: mailOf(read),
    openid: openidOf(read),
    upstreamApi: upstreamOf(read),
    redsys: redsysOf(read),
    stripe: stripeOf(read),
    acceptsTestPayments: read.TEST_PAYMENTS,
    isProduction: environment.NODE_ENV === 'production',
  }
}

function demoOf({ DEMO: isOn, DATABASE_URL, UPSTREAM_API }: Environment): Config['demo'] {
  // The demo retailer's customers could not sign in there.
  if (UPSTREAM_API || isOn === false) return 'off'
  if (isOn) return 'on'
  return DATABASE_URL ? 'off' : 'by_default'
}

function checkRole({ ROLE: role, DATABASE_URL: databaseUrl, PUBLIC_ORIGIN: publicOrigin }: Environment) {
  if (role === 'all') return
  if (!databaseUrl)
    throw new EnvironmentProblem(`ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process.`)
  if (role === 'worker' && !publicOrigin)
    throw new EnvironmentProblem('ROLE=worker needs PUBLIC_ORIGIN, the address to which its mails lead.')
}

function bucketOf(read: Environment): Bucket | undefined {
  const { S3_BUCKET: address, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read
  if (!address && !accessKeyId && !secretAccessKey) return undefined
  if (!address || !accessKeyId || !secretAccessKey)
    throw new EnvironmentProblem('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.')
  return { address: address.replace(/\/+$/, ''), region: read.S3_REGION, accessKeyId, secretAccessKey }
}

function mailOf({ MAIL_URL: url, MAIL_FROM: from }: Environment): Config['mail'] {
  if (url && !from) throw new EnvironmentProblem('MAIL_URL needs MAIL_FROM, the address that mails come from.')
  return { url, from: from ?? 'portal@localhost.localdomain' }
}

function openidOf(read: Environment): Config['openid'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret)
    throw new EnvironmentProblem('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together.')
  return { issuer, clientId, clientSecret }
}

function upstreamOf({ UPSTREAM_API: address, OIDC_ISSUER: issuer }: Environment): string | undefined {
  if (address && issuer)
    throw new EnvironmentProblem('OIDC_ISSUER is of no use with UPSTREAM_API: the server behind knows the customers.')
  return address
}

function redsysOf(read: Environment): Config['redsys'] {
  const { REDSYS_MERCHANT_CODE: merchantCode, REDSYS_SECRET_KEY: secretKey, PUBLIC_ORIGIN: publicOrigin } = read
  if (!merchantCode && !secretKey) return undefined
  if (!merchantCode || !secretKey || !publicOrigin)
    throw new EnvironmentProblem('REDSYS_MERCHANT_CODE, REDSYS_SECRET_KEY and PUBLIC_ORIGIN are needed together.')
  const address = read.REDSYS_ADDRESS.replace(/\/+$/, '')
  return { merchantCode, terminal: read.REDSYS_TERMINAL, secretKey, signature: read.REDSYS_SIGNATURE, address }
}

/** `test` or `live`. */
function modeOf(stripeKey: string): string {
  return stripeKey.split('_')[1]!
}

function stripeOf(read: Environment): Config['stripe'] {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = read
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new EnvironmentProblem(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed together.',
    )
  if (modeOf(secretKey) !== modeOf(publishableKey))
    throw new EnvironmentProblem(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of the same mode: one is for tests, the other charges cards.',
    )
  return { secretKey, publishableKey, webhookSecret, apiAddress: read.STRIPE_API_ADDRESS }
}

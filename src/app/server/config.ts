import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import type { Bucket } from '#outside/files/s3-files.ts'

const switchedOn = z.enum(['on', 'off']).transform((word) => word === 'on')

/** Everything the programs read from their environment, in one place. A name with `_FILE` behind it gives a file to read it from. */
const Environment = z.object({
  ROLE: z
    .enum(['all', 'server', 'worker'])
    .default('all')
    .describe(
      'What this process does: `server` answers, `worker` does the jobs, `all` does both and migrates by itself.',
    ),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port of the server.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all.'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database and of stored files.'),
  DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe(
      'PostgreSQL to use instead of the embedded database; it may name a primary with its replicas: docs/running/failover.md.',
    ),
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w-]+)*$/, 'must be empty or begin with a slash, like /portal')
    .default('')
    .describe('Path under which everything is served.'),
  PUBLIC_ORIGIN: z
    .url()
    .optional()
    .describe('Address that browsers use, when a proxy stands in front; otherwise the Host header tells.'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of /metrics, /livez and /readyz for those who run it; never to be public. Off when empty.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that METRICS_PORT listens on.'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(20)
    .optional()
    .describe(
      'How long a server that ends still answers while /readyz says no, for balancers to notice: 5 with ROLE=server, else 0.',
    ),
  API_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_200)
    .describe('Calls that one network may make in a minute, on each server; 0 for any number.'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:|https:\/\/)/, 'must begin with mailto: or https://')
    .optional()
    .describe('Where whoever finds a weakness should write to; otherwise organization.email.'),
  DEMO: switchedOn
    .optional()
    .describe(
      'Whether the demo retailer is created and its log-ins printed: on by default, and off with DATABASE_URL or UPSTREAM_API.',
    ),
  DEMO_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe('Password of the demo log-ins; otherwise random ones are made and kept.'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What is logged.'),
  S3_BUCKET: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Whole address of a bucket in which files are kept, in the place of DATA_DIR/files: docs/running/files.md.',
    ),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Name of the key that may read, write and delete in the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key.'),
  IMPORT_FOLDER: z
    .string()
    .optional()
    .describe('Folder whose files are taken in: docs/integration.md. The same one for all servers.'),
  WEBHOOK_PRIVATE_ADDRESSES: switchedOn
    .default(false)
    .describe('Whether webhooks may go to private addresses, and without TLS: docs/webhooks.md.'),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, 'must be like smtp://user:password@host:587')
    .optional()
    .describe('Mail server by which mails leave; otherwise they are kept as files in DATA_DIR/mail.'),
  MAIL_FROM: z.email().optional().describe('Address that mails come from; needed with MAIL_URL.'),
  OIDC_ISSUER: z.url().optional().describe('Identity provider of customers; the setting features.oidc turns it on.'),
  OIDC_CLIENT_ID: z.string().optional().describe('Name of the portal at the identity provider.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Secret of the portal at the identity provider.'),
  REDSYS_MERCHANT_CODE: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('Turns card payments at Redsys on; PUBLIC_ORIGIN is where it answers to.'),
  REDSYS_TERMINAL: z
    .string()
    .regex(/^\d{1,3}$/)
    .default('1')
    .describe('Number of the terminal at Redsys.'),
  REDSYS_SECRET_KEY: z
    .base64()
    .refine((key) => Buffer.from(key, 'base64').length === 24, 'must be 24 bytes in base64')
    .optional()
    .describe('Signs what goes to Redsys, and checks what comes from there.'),
  REDSYS_ADDRESS: z
    .url()
    .default('https://sis.redsys.es')
    .describe('Address of Redsys; https://sis-t.redsys.es:25443 is its test environment.'),
  UPSTREAM_API: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of a server that answers the specified calls, below /api: the portal stands in front of it.'),
  STRIPE_SECRET_KEY: z.string().optional().describe('Turns card payments by Stripe on.'),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe('Public half of the key, for the browser.'),
  STRIPE_WEBHOOK_SECRET: z.string().optional().describe('Checks the signature of what Stripe reports.'),
  STRIPE_API_ADDRESS: z.url().optional().describe('Another address of the Stripe API, for a stand-in.'),
})

/** The names of all that is read, each of which may have `_FILE` behind it. */
export const environmentNames: readonly string[] = Object.keys(Environment.shape)

/** What is read, as a JSON schema, and what holds where nothing is said, for whoever documents it. */
export function describeEnvironment() {
  const schema = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  return { schema, defaults: Environment.parse({}) as Record<string, unknown> }
}

export type Config = {
  /** The server that the portal stands in front of. */
  upstreamApi?: string
  role: 'all' | 'server' | 'worker'
  port: number
  host: string
  dataFolder: string
  databaseUrl?: string
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
  importFolder?: string
  /** Whether the retailer's systems may be told at private addresses. */
  allowsPrivateWebhooks: boolean
  mail: { url?: string; from: string }
  openid?: { issuer: string; clientId: string; clientSecret: string }
  redsys?: { merchantCode: string; terminal: string; secretKey: string; address: string }
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string; apiAddress?: string }
  isProduction: boolean
}

/** Variables that are missing or make no sense, by name. */
export class EnvironmentProblem extends Error {}

/** Reads and checks the environment. @throws EnvironmentProblem with every wrong variable by name. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(withFiles(environment))
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new EnvironmentProblem(`The environment is not usable: ${problems.join('; ')}.`)
  }
  const read = parsed.data
  checkRole(read)
  return {
    role: read.ROLE,
    port: read.PORT,
    host: read.HOST,
    dataFolder: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
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
    importFolder: read.IMPORT_FOLDER && resolve(read.IMPORT_FOLDER),
    allowsPrivateWebhooks: read.WEBHOOK_PRIVATE_ADDRESSES,
    mail: mailOf(read),
    openid: openidOf(read),
    upstreamApi: upstreamOf(read),
    redsys: redsysOf(read),
    stripe: stripeOf(read),
    isProduction: environment.NODE_ENV === 'production',
  }
}

function withFiles(environment: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(Environment.shape)) {
    const file = environment[`${name}_FILE`]
    const value = environment[name] ?? (file ? readFileSync(file, 'utf8').trim() : undefined)
    if (value !== undefined && value !== '') values[name] = value
  }
  return values
}

function demoOf({ DEMO: isOn, DATABASE_URL, UPSTREAM_API }: z.output<typeof Environment>): Config['demo'] {
  // The demo retailer's customers could not sign in there.
  if (UPSTREAM_API || isOn === false) return 'off'
  if (isOn) return 'on'
  return DATABASE_URL ? 'off' : 'by_default'
}

function checkRole({
  ROLE: role,
  DATABASE_URL: databaseUrl,
  PUBLIC_ORIGIN: publicOrigin,
}: z.output<typeof Environment>) {
  if (role === 'all') return
  if (!databaseUrl)
    throw new EnvironmentProblem(`ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process.`)
  if (role === 'worker' && !publicOrigin)
    throw new EnvironmentProblem('ROLE=worker needs PUBLIC_ORIGIN, the address to which its mails lead.')
}

function bucketOf(read: z.output<typeof Environment>): Bucket | undefined {
  const { S3_BUCKET: address, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read
  if (!address && !accessKeyId && !secretAccessKey) return undefined
  if (!address || !accessKeyId || !secretAccessKey)
    throw new EnvironmentProblem('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.')
  return { address: address.replace(/\/+$/, ''), region: read.S3_REGION, accessKeyId, secretAccessKey }
}

function mailOf({ MAIL_URL: url, MAIL_FROM: from }: z.output<typeof Environment>): Config['mail'] {
  if (url && !from) throw new EnvironmentProblem('MAIL_URL needs MAIL_FROM, the address that mails come from.')
  return { url, from: from ?? 'portal@localhost.localdomain' }
}

function openidOf(read: z.output<typeof Environment>): Config['openid'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret)
    throw new EnvironmentProblem('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together.')
  return { issuer, clientId, clientSecret }
}

function upstreamOf({ UPSTREAM_API: address, OIDC_ISSUER: issuer }: z.output<typeof Environment>): string | undefined {
  if (address && issuer)
    throw new EnvironmentProblem('OIDC_ISSUER is of no use with UPSTREAM_API: the server behind knows the customers.')
  return address
}

function redsysOf(read: z.output<typeof Environment>): Config['redsys'] {
  const { REDSYS_MERCHANT_CODE: merchantCode, REDSYS_SECRET_KEY: secretKey, PUBLIC_ORIGIN: publicOrigin } = read
  if (!merchantCode && !secretKey) return undefined
  if (!merchantCode || !secretKey || !publicOrigin)
    throw new EnvironmentProblem('REDSYS_MERCHANT_CODE, REDSYS_SECRET_KEY and PUBLIC_ORIGIN are needed together.')
  const address = read.REDSYS_ADDRESS.replace(/\/+$/, '')
  return { merchantCode, terminal: read.REDSYS_TERMINAL, secretKey, address }
}

function stripeOf(read: z.output<typeof Environment>): Config['stripe'] {
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
  return { secretKey, publishableKey, webhookSecret, apiAddress: read.STRIPE_API_ADDRESS }
}

import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { findNearestNames } from '#domains/retailer/settings/nearest-names.ts'
import { parseClamdAddress } from '#outside/virus-scan/clamd-scanner.ts'

/** Missing or invalid variables, by name. */
export class EnvironmentError extends Error {}

const onOffSwitch = z.enum(['on', 'off']).transform((word) => word === 'on')

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, pathname, search, hash, username } = new URL(address)
  return /^https?:$/.test(protocol) && pathname + search + hash + username === '/'
}

/**
 * Every environment variable of the programs, in one place. A name with the suffix `_FILE` gives a file to read it
 * from.
 */
const Environment = z.object({
  ROLE: z
    .enum(['all', 'server', 'worker'])
    .default('all')
    .describe(
      'Role of the process: `server` handles requests, `worker` runs jobs, `all` does both and migrates the database itself.',
    ),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port of the server.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all interfaces.'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database and of stored files.'),
  DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe(
      'PostgreSQL to use instead of the embedded database; it may list a primary and its replicas: docs/running/failover.md.',
    ),
  MIGRATE_DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe(
      'The same database for the role that owns its tables, which `npm run migrate` uses: docs/running/roles.md.',
    ),
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w-]+)*$/, 'must be empty or begin with a slash, like /portal')
    .default('')
    .describe('Path prefix under which everything is served.'),
  PUBLIC_ORIGIN: z
    .url()
    .refine(isOrigin, 'must be like https://portal.example.com, without a path')
    .transform((address) => new URL(address).origin)
    .optional()
    .describe(
      'Origin that browsers use. Required in production unless the portal is reachable only from its own machine.',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of /metrics, /livez and /readyz for operations; must never be public. Disabled when empty.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that METRICS_PORT listens on.'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(20)
    .optional()
    .describe(
      'Seconds that a server keeps answering during shutdown while /readyz fails, so that load balancers notice: 5 with ROLE=server, otherwise 0.',
    ),
  API_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_200)
    .describe('Calls that one network may make per minute and server; 0 for no limit.'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:|https:\/\/)/, 'must begin with mailto: or https://')
    .optional()
    .describe('Contact for reporting vulnerabilities; organization.email by default.'),
  DEMO: onOffSwitch
    .optional()
    .describe(
      'Whether the demo retailer is created and its sign-ins printed: on by default, off with DATABASE_URL or UPSTREAM_API.',
    ),
  DEMO_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe(
      'Password of the demo users, from which the one-time code keys of the demo operators are derived; otherwise random ones are generated and stored.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  S3_BUCKET: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('URL of a bucket that stores files instead of DATA_DIR/files: docs/running/files.md.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Id of a key that may read, write and delete in the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key.'),
  CLAMAV_ADDRESS: z
    .string()
    .refine((text) => parseClamdAddress(text) !== null, 'must be like tcp://host:3310 or unix:/run/clamav/clamd.ctl')
    .optional()
    .describe('Address of clamd, which scans uploaded files: docs/running/files.md.'),
  FOUR_EYES: onOffSwitch
    .default(true)
    .describe(
      'Whether refunds, prices and money-related settings need a second operator: docs/running/approvals.md. Off is for a retailer with a single operator.',
    ),
  IMPORT_FOLDER: z
    .string()
    .optional()
    .describe('Folder whose files are imported: docs/integration.md. The same one for all servers.'),
  CONCURRENT_IMPORTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(6)
    .default(2)
    .describe(
      'How many files with curves a program imports at the same time: docs/integration.md. Files of other kinds are imported one by one.',
    ),
  PRIVATE_ADDRESSES: onOffSwitch
    .default(false)
    .describe(
      'Whether the identity provider, card providers and the error report receiver may have private addresses, as test stand-ins do.',
    ),
  WEBHOOK_PRIVATE_ADDRESSES: onOffSwitch
    .default(false)
    .describe('Whether webhooks may be sent to private addresses and without TLS: docs/webhooks.md.'),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, 'must be like smtp://user:password@host:587')
    .optional()
    .describe('SMTP server for outgoing mail; without it mails are stored as files in DATA_DIR/mail.'),
  MAIL_FROM: z.email().optional().describe('Sender address of mails; required with MAIL_URL.'),
  OIDC_ISSUER: z.url().optional().describe('Identity provider of customers; the setting features.oidc enables it.'),
  OIDC_CLIENT_ID: z.string().optional().describe('Client id of the portal at the identity provider.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Client secret of the portal at the identity provider.'),
  REDSYS_MERCHANT_CODE: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('Enables card payments with Redsys, which reports to PUBLIC_ORIGIN.'),
  REDSYS_TERMINAL: z
    .string()
    .regex(/^\d{1,3}$/)
    .default('1')
    .describe('Terminal number at Redsys.'),
  REDSYS_SECRET_KEY: z
    .base64()
    .refine((key) => Buffer.from(key, 'base64').length === 24, 'must be 24 bytes in base64')
    .optional()
    .describe('Key that signs requests to Redsys and verifies its replies.'),
  REDSYS_SIGNATURE: z
    .enum(['HMAC_SHA256_V1', 'HMAC_SHA512_V2'])
    .default('HMAC_SHA256_V1')
    .describe('Signature version of requests to Redsys, as configured for the terminal; replies are accepted in both.'),
  REDSYS_ADDRESS: z
    .url()
    .default('https://sis.redsys.es')
    .describe('URL of Redsys; https://sis-t.redsys.es:25443 is its test environment.'),
  UPSTREAM_API: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('URL of an upstream server that answers the specified calls below /api; the portal runs in front of it.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'must be like sk_live_…')
    .optional()
    .describe('Enables card payments with Stripe.'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be like pk_live_…')
    .optional()
    .describe('Publishable key for the browser.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be like whsec_…')
    .optional()
    .describe('Secret that verifies the signature of Stripe webhooks.'),
  TEST_PAYMENTS: onOffSwitch
    .default(false)
    .describe('Whether Stripe test keys and the Redsys test environment are accepted in production, for rehearsals.'),
  STRIPE_API_ADDRESS: z.url().optional().describe('Another URL of the Stripe API, for a stand-in.'),
})

/** All variables, checked and with defaults. */
export type Environment = z.output<typeof Environment>

/** The names of all variables, each of which may have the suffix `_FILE`. */
export const environmentNames: readonly string[] = Object.keys(Environment.shape)

/** Returns the variables as a JSON schema with their defaults, for the documentation. */
export function describeEnvironment() {
  const schema = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  return { schema, defaults: Environment.parse({}) as Record<string, unknown> }
}

/** Reads and checks the variables one by one. @throws EnvironmentError naming every invalid one, never its value. */
export function readEnvironment(environment: NodeJS.ProcessEnv): Environment {
  const parsed = Environment.safeParse(resolveFileVariables(environment))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new EnvironmentError(`The environment is not usable: ${problems.join('; ')}.`)
}

function resolveFileVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(Environment.shape)) {
    const file = environment[`${name}_FILE`]
    const value = environment[name] || (file ? readSecretFile(`${name}_FILE`, file) : undefined)
    if (value !== undefined && value !== '') values[name] = value
  }
  return values
}

function readSecretFile(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new EnvironmentError(
      `${name} names a file that cannot be read: ${file} (${(error as { code: string }).code}).`,
    )
  }
  if (text === '') throw new EnvironmentError(`${name} names a file that is empty: ${file}.`)
  return text
}

const ownPrefixes = /^(STRIPE|REDSYS|OIDC|S3|MAIL|METRICS|DEMO|UPSTREAM|WEBHOOK|IMPORT)_/
// Set by Kubernetes for each of its services, whatever their names.
const kubernetesSuffixes = /_(SERVICE_HOST|SERVICE_PORT|PORT_\d+|PORT$)/
const minGuessLength = 6

/** Returns a sentence for each variable that resembles a known one and is not read, with the name that may be meant. */
export function findMisspeltVariables(environment: NodeJS.ProcessEnv): string[] {
  const knownNames = new Set(environmentNames.flatMap((name) => [name, `${name}_FILE`]))
  return Object.keys(environment).flatMap((name) => {
    const upperCaseName = name.toUpperCase()
    const isForeign = knownNames.has(name) || /^(npm|OTEL|NODE|LLUM|TEST)_/.test(name) || kubernetesSuffixes.test(name)
    if (isForeign) return []
    const isOurs = knownNames.has(upperCaseName) || ownPrefixes.test(name)
    const bare = upperCaseName.replace(/_FILE$/, '')
    const [nearest] = isOurs || name.length >= minGuessLength ? findNearestNames(bare, environmentNames) : []
    if (nearest) return [`${name} is not read by this program: is ${nearest} meant?`]
    return isOurs ? [`${name} is not read by this program: see docs/configuration.md.`] : []
  })
}

import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { holdsDemo } from '#db/demo/demo-logins.ts'
import type { DB } from '#db/tables.ts'
import { linkCookieName } from '#domains/newsletter/server/link-cookie.ts'
import type { Platforms } from '#domains/payments/server/pay.ts'
import { followSettings, type LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { followKeys, type LiveKeys } from '#domains/session/server/keys/live-keys.ts'
import type { MoveSignatures } from '#domains/session/server/openid/identity-store.ts'
import { type OpenidAuthenticator, openidAuthenticator } from '#domains/session/server/openid/openid-authenticator.ts'
import { canUseHostPrefix, type SessionCookies, sessionCookies } from '#domains/session/server/sessions/cookies.ts'
import {
  type UpstreamAuthenticator,
  upstreamAuthenticator,
} from '#domains/session/server/upstream/upstream-authenticator.ts'
import { moveRequestedSignatures } from '#domains/signatures/server/signature-store.ts'
import { createKysely } from '#kit/server/database.ts'
import { type DatabaseWatch, startDatabaseWatch } from '#kit/server/database-watch.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { createOutboundFetch } from '#kit/server/outbound-fetch.ts'
import { createCircuitBreaker } from '#outside/circuit-breaker.ts'
import type { Files } from '#outside/files/files.ts'
import { createLocalFiles } from '#outside/files/local-files.ts'
import { createS3Files } from '#outside/files/s3-files.ts'
import { type IdentityProvider, NotSignedInError } from '#outside/identity/identity.ts'
import { instrument } from '#outside/outbound-call.ts'
import { createUpstreamClient } from '#outside/upstream/upstream-client.ts'
import { createClamdScanner } from '#outside/virus-scan/clamd-scanner.ts'
import { ownOrigin } from '../http/http-server.ts'
import type { Config } from '../process/config.ts'
import { createReadiness, type Readiness } from '../process/readiness.ts'
import { openPaymentPlatforms } from './mount-payments.ts'

/** The dependencies of the programs, created in one place. */
export type Context = {
  config: Config
  pool: pg.Pool
  db: Kysely<DB>
  /** Notices rows and settings that this or another process writes. */
  watch: DatabaseWatch
  /**
   * Whether this is the demonstration: it is enabled, and the database contains its retailer. Decided once at startup;
   * everything in the demonstration checks this and nothing else.
   */
  isDemo: boolean
  settings: LiveSettings
  readiness: Readiness
  /** The keys of all purposes, which commands may rotate while this runs. */
  keys: LiveKeys
  /** Signs session tokens. */
  sessionKeys: KeyRing
  /** The portal's cookies, set in the same way by calls and by pages. */
  cookies: SessionCookies
  /** Sign-in at an identity provider, if one is configured. */
  openid: OpenidAuthenticator
  /** Moves what a user was asked to sign, when their account is merged into another one. */
  moveSignatures: MoveSignatures
  /** Signs newsletter links. */
  newsletterKeys: KeyRing
  /** Encrypts database fields that its readers must not see. */
  encryptionKeys: KeyRing
  /** Attachments and stored documents, referenced by key from rows. */
  files: Files
  /** The payment platforms for which this server has credentials. */
  payments: Platforms
  clock: () => Date
  /** The upstream server, with the client by which customers sign in there. */
  upstream?: UpstreamAuthenticator
}

/** Creates the context of a program on a migrated database. */
export async function makeContext({
  config,
  pool,
  log,
  clock = () => new Date(),
}: {
  config: Config
  pool: pg.Pool
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => Date
}): Promise<Context> {
  const db = createKysely<DB>(pool)
  const watch = startDatabaseWatch({ db, pool, log })
  const settings = await followSettings(db, { watch, log })
  const keys = await followKeys(db, log)
  const [encryptionKeys, sessionKeys] = [keys.ring('sealing'), keys.ring('session')]
  const cookies = sessionCookies({
    basePath: config.basePath,
    hasHostPrefix: canUseHostPrefix(config),
    originOf: (request) => ownOrigin(request, config),
    offeredLocales: () => settings.now().languages,
    sessionKeys,
    clock,
    clearedOnSignOut: [linkCookieName],
  })
  const isDemo = config.demo !== 'off' && (await holdsDemo(db))
  return {
    config,
    pool,
    db,
    watch,
    isDemo,
    settings,
    upstream: config.upstreamApi
      ? openUpstream(config.upstreamApi, { db, settings, sessionKeys, encryptionKeys, clock })
      : undefined,
    readiness: createReadiness(db, pool),
    keys,
    sessionKeys,
    cookies,
    newsletterKeys: keys.ring('newsletter'),
    encryptionKeys,
    openid: openidAuthenticator({
      provider:
        config.openid && (await openIdentityProvider(config.openid, { clock, allowsPrivate: config.allowsPrivate })),
      db,
      settings,
      cookies,
      portalUrlOf: (request) => ownOrigin(request, config) + config.basePath,
      signingKeys: keys.ring('openid'),
      encryptionKeys,
      clock,
    }),
    moveSignatures: moveRequestedSignatures,
    files: openFiles(config, clock),
    payments: await openPaymentPlatforms({ config, isDemo, db, clock }),
    clock,
  }
}

type UpstreamDeps = Omit<Parameters<typeof upstreamAuthenticator>[0], 'upstream' | 'address'>

function openUpstream(address: string, deps: UpstreamDeps): UpstreamAuthenticator {
  const upstream = instrument('upstream', createUpstreamClient(address), { methods: ['send'] })
  return upstreamAuthenticator({ upstream, address, ...deps })
}

/** Opens the stored files of this server, with the scanner that checks uploads. */
export function openFiles(
  { dataFolder, bucket, clamav }: Pick<Config, 'dataFolder' | 'bucket' | 'clamav'>,
  clock = () => new Date(),
): Files {
  const files = bucket ? instrumentBucket(createS3Files(bucket), clock) : createLocalFiles(join(dataFolder, 'files'))
  if (!clamav) return files
  return { ...files, virusScan: instrument('virus_scan', createClamdScanner(clamav), { methods: ['scan', 'check'] }) }
}

function instrumentBucket(files: Files, clock: () => Date): Files {
  const circuit = { breaker: createCircuitBreaker('files', { clock }), throwsWhenOpen: true }
  return instrument('files', files, { methods: ['put', 'putStream', 'get', 'remove'], circuit })
}

// Loaded on demand, as its library takes memory that only its users should pay for.
async function openIdentityProvider(
  client: NonNullable<Config['openid']>,
  { clock, allowsPrivate }: { clock: () => Date; allowsPrivate: boolean },
): Promise<IdentityProvider> {
  const { createOpenidProvider } = await import('#outside/identity/openid.ts')
  const isAnswer = (error: unknown) => error instanceof NotSignedInError
  const circuit = { breaker: createCircuitBreaker('identity', { clock }), throwsWhenOpen: true }
  const methods = ['begin', 'finish', 'redeem', 'endAddress'] as const
  return instrument(
    'identity',
    createOpenidProvider(client, { fetch: createOutboundFetch({ allowsPrivate }), allowsPrivate }),
    {
      methods,
      isAnswer,
      circuit,
    },
  )
}

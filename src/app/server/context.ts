import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { holdsDemo } from '#db/demo/demo-logins.ts'
import type { DB } from '#db/tables.ts'
import { linkCookie } from '#domains/newsletter/server/link-cookie.ts'
import { followSettings, type LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { Platforms } from '#domains/payments/server/pay.ts'
import { areTiedToHost, type SessionCookies, sessionCookies } from '#domains/session/server/cookies.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { followKeys, type LiveKeys } from '#domains/session/server/keys/live-keys.ts'
import { type OpenidDoor, openidDoor } from '#domains/session/server/openid-door.ts'
import { type UpstreamDoor, upstreamDoor } from '#domains/session/server/upstream-door.ts'
import { queries } from '#kit/server/database.ts'
import { outsideFetch } from '#kit/server/outside-fetch.ts'
import { watched } from '#outside/asked.ts'
import { circuitBreaker } from '#outside/circuit-breaker.ts'
import type { Files } from '#outside/files/files.ts'
import { localFiles } from '#outside/files/local-files.ts'
import { s3Files } from '#outside/files/s3-files.ts'
import { type IdentityProvider, NotSignedIn } from '#outside/identity/identity.ts'
import { upstreamAt } from '#outside/upstream/upstream.ts'
import { clamd } from '#outside/virus-scan/clamd.ts'
import type { Config } from './config.ts'
import { ownOrigin } from './http.ts'
import { paymentPlatforms } from './payments.ts'
import { type Readiness, readinessOf } from './readiness.ts'

/** What the programs work with, made in one place. */
export type Context = {
  config: Config
  pool: pg.Pool
  db: Kysely<DB>
  /**
   * Whether this is the demonstration: it is switched on, and the database holds its retailer. Decided once at the start;
   * whatever belongs to the demonstration asks this and nothing else.
   */
  isDemo: boolean
  settings: LiveSettings
  readiness: Readiness
  /** The keys of all purposes, which commands exchange while this runs. */
  keys: LiveKeys
  /** Signs the tokens of sessions. */
  sessionKeys: KeyRing
  /** What the portal keeps in browsers, set alike by calls and by pages. */
  cookies: SessionCookies
  /** The way in by an identity provider, where there is one. */
  openid: OpenidDoor
  /** Signs the links of newsletters. */
  newsletterKeys: KeyRing
  /** Encrypts what the database keeps and its readers must not know. */
  sealingKeys: KeyRing
  /** Attachments and stored documents, which rows refer to by key. */
  files: Files
  /** The card providers with which this server has credentials. */
  payments: Platforms
  clock: () => Date
  /** The server that the portal stands in front of, by the door through which customers come in there. */
  upstream?: UpstreamDoor
}

/** Makes the context of a program on a migrated database. */
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
  const db = queries<DB>(pool)
  const settings = await followSettings(db, log)
  const keys = await followKeys(db, log)
  const [sealingKeys, sessionKeys] = [keys.ring('sealing'), keys.ring('session')]
  const cookies = sessionCookies({
    basePath: config.basePath,
    isTied: areTiedToHost(config),
    originOf: (request) => ownOrigin(request, config),
    offeredLocales: () => settings.now().languages,
    sessionKeys,
    clock,
    goneOnLeaving: [linkCookie],
  })
  const isDemo = config.demo !== 'off' && (await holdsDemo(db))
  return {
    config,
    pool,
    db,
    isDemo,
    settings,
    upstream: config.upstreamApi
      ? upstreamDoor({
          upstream: watched('upstream', upstreamAt(config.upstreamApi), { asking: ['ask'] }),
          address: config.upstreamApi,
          ...{ db, settings, sessionKeys, sealingKeys, clock },
        })
      : undefined,
    readiness: readinessOf(db, pool),
    keys,
    sessionKeys,
    cookies,
    newsletterKeys: keys.ring('newsletter'),
    sealingKeys,
    openid: openidDoor({
      provider:
        config.openid && (await identityProvider(config.openid, { clock, allowsPrivate: config.allowsPrivate })),
      db,
      settings,
      cookies,
      placeOf: (request) => ownOrigin(request, config) + config.basePath,
      signingKeys: keys.ring('openid'),
      sealingKeys,
      clock,
    }),
    files: filesOf(config, clock),
    payments: await paymentPlatforms({ config, isDemo, db, clock }),
    clock,
  }
}

/** The stored files of this server, with the scanner that looks at those of strangers. */
export function filesOf(
  { dataFolder, bucket, clamav }: Pick<Config, 'dataFolder' | 'bucket' | 'clamav'>,
  clock = () => new Date(),
): Files {
  const files = bucket ? watchedBucket(s3Files(bucket), clock) : localFiles(join(dataFolder, 'files'))
  if (!clamav) return files
  return { ...files, virusScan: watched('virus_scan', clamd(clamav), { asking: ['scan', 'check'] }) }
}

function watchedBucket(files: Files, clock: () => Date): Files {
  const circuit = { breaker: circuitBreaker('files', { clock }), throws: true }
  return watched('files', files, { asking: ['put', 'keep', 'get', 'remove'], circuit })
}

// Its library takes memory that only those who use it should give.
async function identityProvider(
  client: NonNullable<Config['openid']>,
  { clock, allowsPrivate }: { clock: () => Date; allowsPrivate: boolean },
): Promise<IdentityProvider> {
  const { openidProvider } = await import('#outside/identity/openid.ts')
  const isAnswer = (error: unknown) => error instanceof NotSignedIn
  const circuit = { breaker: circuitBreaker('identity', { clock }), throws: true }
  const asking = ['begin', 'finish', 'redeem', 'endAddress'] as const
  return watched('identity', openidProvider(client, { fetch: outsideFetch({ allowsPrivate }), allowsPrivate }), {
    asking,
    isAnswer,
    circuit,
  })
}

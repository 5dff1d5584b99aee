import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { contentVersionOf } from '#kit/server/content-version.ts'
import { encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { renderQrCode } from '#kit/server/qr-code.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  addPasskey,
  beginCodeApp,
  beginPasskeyRegistration,
  confirmCodeApp,
  type Passkey as PasskeyReply,
  readSecurity,
  removeCodeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from '../../second-factor-api.ts'
import { accountOf } from '../accounts/account-store.ts'
import { notifyOwner } from '../accounts/notify-owner.ts'
import type { Actors } from '../sessions/actors.ts'
import { requestSourceOf, type SignInDeps } from '../sign-in/sign-in.ts'
import { countAttempt, refundAttempt } from '../sign-in/sign-in-throttle.ts'
import { generateSecret, otpauthUri } from './one-time-codes.ts'
import { deletePasskey, insertPasskey, type Passkey, passkeysOf, updatePasskeyName } from './passkey-store.ts'
import { verifyAppCode } from './second-factor.ts'
import { onSecondFactorAdded, onSecondFactorRemoved } from './second-factor-changes.ts'
import {
  countRecoveryCodes,
  createRecoveryCodes,
  deleteCodeApp,
  findCodeApp,
  markCodeAppConfirmed,
  saveCodeAppSecret,
} from './second-factor-store.ts'
import { type BrowserOrigin, createPasskeyRegistration, verifyPasskeyRegistration } from './webauthn.ts'

type SecurityRouteDeps = SignInDeps & {
  serve: Serve
  db: Kysely<DB>
  actors: Actors
  encryptionKeys: KeyRing
  browserOriginOf: (request: FastifyRequest) => BrowserOrigin
}

/** Registers the calls by which customers protect their account: authenticator apps, and passkeys. */
export function securityRoutes({ serve, actors, browserOriginOf, ...deps }: SecurityRouteDeps) {
  const { db, settings, clock, encryptionKeys } = deps

  serve(readSecurity, async ({ actor: { userId } }) => ({
    code_app: Boolean((await findCodeApp(db, userId))?.confirmedAt),
    recovery_codes_left: await countRecoveryCodes(db, userId),
    passkeys: (await passkeysOf(db, userId)).map(presentPasskey),
  }))

  serve(beginCodeApp, async ({ actor: { userId } }, refuse) => {
    const secret = generateSecret()
    if (!(await saveCodeAppSecret(db, { userId, sealedSecret: encryptText(secret, encryptionKeys) })))
      throw refuse('code_app_on')
    const { email, login } = await accountOf(db, userId)
    const issuer = settings.now().organization.name || 'Portal'
    const address = otpauthUri(secret, { issuer, account: email || login })
    return { secret, address, qr: renderQrCode(address) }
  })

  serve(confirmCodeApp, async ({ actor: { userId }, body, request }, refuse) => {
    const { address, requestId } = requestSourceOf(request)
    const attempt = { address, account: `second:${userId}` }
    const retryAfterSeconds = await countAttempt(db, attempt, clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    if (!(await verifyAppCode(deps, userId, body.code, { isUnconfirmed: true })))
      throw refuse('invalid', { fields: { code: ['code_wrong'] } })
    await refundAttempt(db, attempt)
    const recoveryCodes = await db.transaction().execute(async (db) => {
      const codes = await onSecondFactorAdded(db, { userId, by: 'code_app', requestId, now: clock() })
      await markCodeAppConfirmed(db, { userId, now: clock() })
      return codes
    })
    actors.forget(userId)
    return { recovery_codes: recoveryCodes }
  })

  serve(removeCodeApp, async ({ actor: { userId }, request }, refuse) => {
    if (!(await findCodeApp(db, userId))?.confirmedAt) throw refuse('code_app_off')
    await db.transaction().execute(async (db) => {
      await deleteCodeApp(db, userId)
      await onSecondFactorRemoved(db, { userId, by: 'code_app', requestId: request.id, now: clock() })
    })
    actors.forget(userId)
    return undefined
  })

  serve(renewRecoveryCodes, async ({ actor }, refuse) => {
    if (!actor.hasSecondFactor) throw refuse('second_factor_off')
    return { recovery_codes: await db.transaction().execute((db) => createRecoveryCodes(db, actor.userId)) }
  })

  serve(beginPasskeyRegistration, async ({ actor, request }) => {
    const { login, name } = await accountOf(db, actor.userId)
    const retailer = settings.now().organization.name || 'Portal'
    return createPasskeyRegistration(deps, browserOriginOf(request), {
      owner: { userId: actor.userId, login, name },
      retailer,
    })
  })

  serve(addPasskey, async ({ actor: { userId }, body: { id, answer, name }, request }, refuse) => {
    const newPasskey = await verifyPasskeyRegistration(deps, browserOriginOf(request), { id, userId, answer })
    if (!newPasskey) throw refuse('passkey_refused')
    const stored = await db.transaction().execute(async (db) => {
      const recoveryCodes = await onSecondFactorAdded(db, {
        userId,
        by: 'passkey',
        requestId: request.id,
        now: clock(),
      })
      const passkeyId = await insertPasskey(db, { ...newPasskey, userId, name, now: clock() })
      if (passkeyId === undefined) throw refuse('passkey_refused')
      await notifyOwner(db, await accountOf(db, userId), 'passkeyAdded', clock())
      return { passkeyId, recoveryCodes }
    })
    actors.forget(userId)
    const { passkeyId, recoveryCodes } = stored
    const passkey = presentPasskey({ passkeyId, name, createdAt: clock(), lastUsedAt: null })
    return { passkey, recovery_codes: recoveryCodes }
  })

  const findOwn = async (userId: number, id: string) =>
    (await passkeysOf(db, userId)).find(({ passkeyId }) => String(passkeyId) === id)

  serve(renamePasskey, {
    find: ({ actor, params }) => findOwn(actor.userId, params.id),
    act: async ({ subject: { passkeyId }, body: { name, version } }) => {
      await updatePasskeyName(db, { passkeyId, name, seen: version })
      return undefined
    },
  })

  serve(removePasskey, {
    find: ({ actor, params }) => findOwn(actor.userId, params.id),
    act: async ({ actor: { userId }, subject: { passkeyId }, request }) => {
      await db.transaction().execute(async (db) => {
        await deletePasskey(db, passkeyId)
        await onSecondFactorRemoved(db, { userId, by: 'passkey', requestId: request.id, now: clock() })
      })
      actors.forget(userId)
      return undefined
    },
  })
}

function presentPasskey({
  passkeyId,
  name,
  createdAt,
  lastUsedAt,
}: Pick<Passkey, 'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'>): PasskeyReply {
  return {
    id: passkeyId,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    version: contentVersionOf(name),
  }
}

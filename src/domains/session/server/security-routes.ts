import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { versionOf } from '#kit/server/content-version.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  addPasskey,
  beginCodeApp,
  beginNewPasskey,
  confirmCodeApp,
  readSecurity,
  removeCodeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  type Passkey as ToldPasskey,
} from '../api.ts'
import { accountOf } from './account-store.ts'
import type { Actors } from './actors.ts'
import { drawCode } from './drawn-code.ts'
import { type EntryNeeds, sourceOf } from './entry.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { makeSecret, secretAddress } from './one-time-codes.ts'
import {
  removePasskey as dropPasskey,
  renamePasskey as keepName,
  addPasskey as keepPasskey,
  type Passkey,
  passkeysOf,
} from './passkey-store.ts'
import { askForNewPasskey, newPasskeyOfAnswer, type Place } from './passkeys.ts'
import { seal } from './sealed-text.ts'
import {
  codeAppOf,
  removeCodeApp as dropCodeApp,
  confirmCodeApp as keepConfirmation,
  beginCodeApp as keepSecret,
  makeRecoveryCodes,
  recoveryCodesLeft,
} from './second-factor-store.ts'
import { isCodeOfApp } from './second-step.ts'
import { switchedOff, switchedOn } from './switch-second-factor.ts'
import { tellOwner } from './tell-owner.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

type Needs = EntryNeeds & {
  serve: Serve
  db: Kysely<DB>
  actors: Actors
  sealingKeys: KeyRing
  placeOf: (request: FastifyRequest) => Place
}

/** The calls by which customers make it harder for others to come in as them: codes of an app, and passkeys. */
export function securityRoutes({ serve, actors, placeOf, ...needs }: Needs) {
  const { db, settings, clock, sealingKeys } = needs

  serve(readSecurity, async ({ actor: { userId } }) => ({
    code_app: Boolean((await codeAppOf(db, userId))?.confirmedAt),
    recovery_codes_left: await recoveryCodesLeft(db, userId),
    passkeys: (await passkeysOf(db, userId)).map(told),
  }))

  serve(beginCodeApp, async ({ actor: { userId } }, refuse) => {
    const secret = makeSecret()
    if (!(await keepSecret(db, { userId, sealedSecret: seal(secret, sealingKeys) }))) throw refuse('code_app_on')
    const { email, login } = await accountOf(db, userId)
    const issuer = settings.now().organization.name || 'Portal'
    const address = secretAddress(secret, { issuer, account: email || login })
    return { secret, address, qr: drawCode(address) }
  })

  serve(confirmCodeApp, async ({ actor: { userId }, body, request }, refuse) => {
    const { address, requestId } = sourceOf(request)
    const attempt = { address, account: `second:${userId}` }
    const retryAfterSeconds = await countAttempt(db, attempt, clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    if (!(await isCodeOfApp(needs, userId, body.code, { ofNew: true })))
      throw refuse('invalid', { fields: { code: ['code_wrong'] } })
    await forgiveAttempt(db, attempt)
    const recoveryCodes = await db.transaction().execute(async (db) => {
      const codes = await switchedOn(db, { userId, by: 'code_app', requestId, now: clock() })
      await keepConfirmation(db, { userId, now: clock() })
      return codes
    })
    actors.forget(userId)
    return { recovery_codes: recoveryCodes }
  })

  serve(removeCodeApp, async ({ actor: { userId }, request }, refuse) => {
    if (!(await codeAppOf(db, userId))?.confirmedAt) throw refuse('code_app_off')
    await db.transaction().execute(async (db) => {
      await dropCodeApp(db, userId)
      await switchedOff(db, { userId, by: 'code_app', requestId: request.id, now: clock() })
    })
    actors.forget(userId)
    return undefined
  })

  serve(renewRecoveryCodes, async ({ actor }, refuse) => {
    if (!actor.hasSecondFactor) throw refuse('second_factor_off')
    return { recovery_codes: await db.transaction().execute((db) => makeRecoveryCodes(db, actor.userId)) }
  })

  serve(beginNewPasskey, async ({ actor, request }) => {
    const { login, name } = await accountOf(db, actor.userId)
    const retailer = settings.now().organization.name || 'Portal'
    return askForNewPasskey(needs, placeOf(request), { owner: { userId: actor.userId, login, name }, retailer })
  })

  serve(addPasskey, async ({ actor: { userId }, body: { id, answer, name }, request }, refuse) => {
    const made = await newPasskeyOfAnswer(needs, placeOf(request), { id, userId, answer })
    if (!made) throw refuse('passkey_refused')
    const kept = await db.transaction().execute(async (db) => {
      const recoveryCodes = await switchedOn(db, { userId, by: 'passkey', requestId: request.id, now: clock() })
      const passkeyId = await keepPasskey(db, { ...made, userId, name, now: clock() })
      if (passkeyId === undefined) throw refuse('passkey_refused')
      await tellOwner(db, await accountOf(db, userId), 'passkeyAdded', clock())
      return { passkeyId, recoveryCodes }
    })
    actors.forget(userId)
    const { passkeyId, recoveryCodes } = kept
    const passkey = told({ passkeyId, name, createdAt: clock(), lastUsedAt: null })
    return { passkey, recovery_codes: recoveryCodes }
  })

  const findOwn = async (userId: number, id: string) =>
    (await passkeysOf(db, userId)).find(({ passkeyId }) => String(passkeyId) === id)

  serve(renamePasskey, {
    find: ({ actor, params }) => findOwn(actor.userId, params.id),
    act: async ({ subject: { passkeyId }, body: { name, version } }) => {
      await keepName(db, { passkeyId, name, seen: version })
      return undefined
    },
  })

  serve(removePasskey, {
    find: ({ actor, params }) => findOwn(actor.userId, params.id),
    act: async ({ actor: { userId }, subject: { passkeyId }, request }) => {
      await db.transaction().execute(async (db) => {
        await dropPasskey(db, passkeyId)
        await switchedOff(db, { userId, by: 'passkey', requestId: request.id, now: clock() })
      })
      actors.forget(userId)
      return undefined
    },
  })
}

function told({
  passkeyId,
  name,
  createdAt,
  lastUsedAt,
}: Pick<Passkey, 'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'>): ToldPasskey {
  return {
    id: passkeyId,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    version: versionOf(name),
  }
}

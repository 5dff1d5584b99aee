import type { FastifyRequest } from 'fastify'
import { toPublicSettings } from '#domains/retailer/settings.ts'
import { accountOf } from '#domains/session/server/accounts/account-store.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { Boot, Problem } from '#kit/boot.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Context } from '../wiring/context.ts'

type OperatorBootInput = { request: FastifyRequest; problem: Problem | null; locale: Locale }

/** Returns the boot data of every page of the back office: the operator, and what is public about the portal. */
export async function readOperatorBoot(
  { db, settings, clock }: Context,
  actors: Actors,
  { request, problem, locale }: OperatorBootInput,
): Promise<Boot> {
  const actor = await actors.operatorOf(request)
  const account = actor.kind === 'operator' ? await accountOf(db, actor.userId) : null
  return {
    locale,
    offeredLocales: [...settings.now().languages],
    settings: toPublicSettings(settings.now()),
    flags: {},
    blocks: [],
    density: 'compact',
    signedIn: account && {
      name: account.name,
      email: account.email,
      readonly: false,
      mustChangePassword: false,
      isCompany: false,
      hasManyContracts: false,
    },
    roles: actor.kind === 'operator' ? actor.roles : [],
    sessionEnded: actor.kind === 'anonymous' && actor.sessionEnded,
    problem,
    now: clock().toISOString(),
  }
}

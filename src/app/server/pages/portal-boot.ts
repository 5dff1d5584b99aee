import type { FastifyRequest } from 'fastify'
import { densityCookie, densityOf } from '#app/density.ts'
import type { ProgramPaths } from '#app/rendering-program.ts'
import { isPaymentPath } from '#domains/retailer/rules.ts'
import { loadRetailerBoot } from '#domains/retailer/server/retailer-boot.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { requestedLocale } from '#domains/session/server/request-locale.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot, Problem } from '#kit/boot.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { databaseFaultOf } from '#kit/server/database-fault.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { readConsentBoot } from '../wiring/consent.ts'
import type { Context } from '../wiring/context.ts'
import { readCardBoot } from '../wiring/mount-payments.ts'
import { readSignedInUser } from './signed-in-user.ts'

/** Returns the boot data of a page of the customers' portal. */
export async function readPortalBoot(
  context: Context,
  actors: Actors,
  rendering: ProgramPaths,
  request: FastifyRequest,
  { problem, pathname }: { problem: Problem | null; pathname: string },
): Promise<Boot> {
  const settings = context.settings.now()
  const { db, config } = context
  // The database may be down during maintenance, so the maintenance page does not use it.
  const isClosed = problem?.code === 'maintenance'
  const actor = isClosed ? null : await actors.actorOf(request)
  const signedIn = actor?.kind === 'customer' ? await readSignedInUser(db, actor) : null
  const locale = localeOfPage(request, rendering, settings, pathname, { isRedirected: signedIn !== null })
  const retailer = await loadRetailerBoot(
    { db, settings, basePath: config.basePath },
    // Pages with card fields contain no third-party code, not even hidden.
    { isSignedIn: signedIn !== null, withHtml: !isClosed && !isPaymentPath(rendering.keyOf(pathname)), locale },
  )
  return {
    locale,
    offeredLocales: [...settings.languages],
    ...retailer,
    density: densityOf({
      chosen: request.cookies[densityCookie],
      hasManyContracts: signedIn?.hasManyContracts ?? false,
    }),
    signedIn,
    sessionEnded: actor?.kind === 'anonymous' && actor.sessionEnded,
    problem,
    ...(actor &&
      !problem &&
      (await readPolicyBoot(context, { request, actor, settings, keyPath: rendering.keyOf(pathname) }))),
    hasIdentityProvider: context.openid.isOpen() || undefined,
    hasUpstream: context.upstream !== undefined || undefined,
    now: context.clock().toISOString(),
  }
}

/** Returns what the policy of a page allows of third parties. */
async function readPolicyBoot(
  context: Context,
  input: { request: FastifyRequest; actor: Actor; settings: Settings; keyPath: string },
): Promise<Pick<Boot, 'cookies' | 'widgets' | 'cardPlatforms'>> {
  return { ...(await readConsentBoot(context, input)), ...(await readCardBoot(context, input)) }
}

/**
 * Refuses a page whose boot data failed before the settings were loaded: the restrictive defaults apply until then, and
 * are of no use if the user cannot be identified either.
 */
export async function refuseUntilSettingsLoaded(boot: Promise<Boot>, settings: Context['settings']): Promise<Boot> {
  try {
    return await boot
  } catch (error) {
    throw settings.areKnown() || isRefused(error) || databaseFaultOf(error)
      ? error
      : new Refused('settings_unavailable', 500)
  }
}

/**
 * Returns the language of a page: of those that write its path, the one that its address names (`lang`, as links in
 * mails do), else that of the browser. After sign-in a signed-in user continues in their own language, whatever the language
 * of the URL.
 */
export function localeOfPage(
  request: FastifyRequest,
  { localesOfPath, keyOf }: ProgramPaths,
  { languages, defaultLocale }: Settings,
  pathname: string,
  { isRedirected = false }: { isRedirected?: boolean } = {},
): Locale {
  const possible = isRedirected && keyOf(pathname) === '/login' ? languages : localesOfPath(pathname, languages)
  const fallback = parseLocale(defaultLocale) ?? 'es'
  return requestedLocale(request, possible) ?? (possible.includes(fallback) ? fallback : possible[0]!)
}

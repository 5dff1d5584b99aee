import type { FastifyInstance, FastifyRequest } from 'fastify'
import { densityCookie, densityOf } from '#app/density.ts'
import { areaPath, isInArea } from '#app/operator/guard.ts'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { isPaymentPath } from '#domains/operator/rules.ts'
import { loadOperatorBoot } from '#domains/operator/server/operator-boot.ts'
import type { Settings } from '#domains/operator/settings.ts'
import { type Actors, languageCookie } from '#domains/session/server/actors.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot, PostedForm, Problem } from '#kit/boot.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { databaseFaultOf } from '#kit/server/database-fault.ts'
import { type Locale, parseLocale, preferredLocale } from '#vocabulary/locale.ts'
import type { PortalSource } from '../app.ts'
import { registerPlainLeadForms } from '../forms/plain-lead-forms.ts'
import { registerForms } from '../forms/register-forms.ts'
import { createSignInHook } from '../forms/sign-in-hook.ts'
import { sendErrorReply } from '../http/error-replies.ts'
import { ownOrigin } from '../http/http-server.ts'
import { isProgramPath } from '../http/program-paths.ts'
import { createMailedLinkHook } from '../wiring/accounts.ts'
import { readConsentBoot } from '../wiring/consent.ts'
import type { Context } from '../wiring/context.ts'
import { createResumeLinkHook } from '../wiring/contracting.ts'
import { readCardBoot } from '../wiring/mount-payments.ts'
import { openBuiltPortal, type PortalPrograms } from './built-portal.ts'
import { isPostedForm, sendDatabaseFaultPage } from './database-fault-page.ts'
import { serveInstallFiles } from './install-files.ts'
import { serveLanguageChoice } from './language-choice.ts'
import { readOperatorBoot } from './operator-boot.ts'
import { logProblem, problemOf } from './problems.ts'
import { renderRobotsTxt, renderSitemap } from './search-tags.ts'
import { type PageDeps, sendPage } from './send-page.ts'
import { readSignedInUser } from './signed-in-user.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns a path of the portal as written in a language; only if the portal is served. */
    addressIn?: (pathAndQuery: string, locale: Locale) => Promise<string>
    /** Removes a redirectPath that leads to no page from the URL of a sign-in page; only if the portal is served. */
    withKnownReturn?: (address: string) => Promise<string>
  }
}

type PortalPagesDeps = {
  app: FastifyInstance
  root: FastifyInstance
  context: Context
  actors: Actors
  portal: PortalSource
}

/** Serves the portal: its built files, and a rendered page for every other URL. */
export async function servePortalPages({ app, root, context, actors, portal }: PortalPagesDeps) {
  const { config, settings } = context
  const { basePath } = config
  const { portal: program, operatorArea } = await openPortal({ app, portal, basePath })
  const { rendering } = program
  root.decorate('withKnownReturn', async (address) => (await rendering()).dropUnknownReturn(address))
  root.decorate('addressIn', async (address, locale) => (await rendering()).addressIn(address, locale))
  if (portal.kind === 'built') serveInstallFiles({ app, settings, basePath, buildFolder: portal.folder })
  const postedForms = new WeakMap<FastifyRequest, PostedForm>()
  const commonDeps = { app: root, config, settings: () => settings.now() }
  const portalPageDeps: PageDeps = {
    ...commonDeps,
    ...program,
    isIndexed: true,
    bootOf: async (request, input) =>
      refuseUntilSettingsLoaded(
        readBoot(context, actors, await rendering(), request, input).then((boot) => ({
          ...boot,
          posted: postedForms.get(request),
        })),
        settings,
      ),
  }
  const operatorPageDeps: PageDeps = {
    ...commonDeps,
    ...operatorArea,
    isIndexed: false,
    bootOf: async (request, { problem, pathname }) => {
      const locale = localeOfPage(request, await operatorArea.rendering(), settings.now(), pathname)
      return refuseUntilSettingsLoaded(readOperatorBoot(context, actors, { request, problem, locale }), settings)
    },
  }
  const depsOf = (request: FastifyRequest) => (isInArea(pathOf(request, basePath)) ? operatorPageDeps : portalPageDeps)

  // Set before the routes, because each keeps the handler that exists at that time.
  app.setErrorHandler(async (error, request, reply) => {
    const isPage = !isProgramPath(pathOf(request, basePath))
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const fault = isPage && (isRead || isPostedForm(request)) ? databaseFaultOf(error) : undefined
    if (fault) {
      logProblem(error, request)
      return sendDatabaseFaultPage(request, reply, { fault, organization: settings.now().organization, basePath })
    }
    if (!isPage || !isRead) return sendErrorReply(error as Refused, request, reply)
    logProblem(error, request)
    return sendPage(depsOf(request), request, reply, problemOf(error, request))
  })

  const localeOf = async (request: FastifyRequest) =>
    localeOfPage(request, await rendering(), settings.now(), pathOf(request, basePath))
  const preHandler = [
    createMailedLinkHook(context, async (address, locale) => (await rendering()).addressIn(address, locale), localeOf),
    createResumeLinkHook(context),
    createSignInHook(context, actors),
  ]
  for (const path of [areaPath, `${areaPath}/*`])
    app.get(path, (request, reply) => sendPage(operatorPageDeps, request, reply))
  app.get('/', { preHandler }, (request, reply) => sendPage(portalPageDeps, request, reply))
  app.get('/*', { preHandler }, (request, reply) => {
    if (isProgramPath(pathOf(request, basePath))) return reply.callNotFound()
    return sendPage(portalPageDeps, request, reply)
  })
  await registerForms({
    app,
    context,
    actors,
    rendering,
    localeOf,
  })
  await registerPlainLeadForms({
    app,
    context,
    actors,
    rendering,
    showPage(request, reply, posted) {
      postedForms.set(request, posted)
      return sendPage(portalPageDeps, request, reply)
    },
  })
  const rootOf = (request: FastifyRequest) => ownOrigin(request, config) + basePath
  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(renderRobotsTxt({ root: rootOf(request), basePath })),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(renderSitemap({ rendering: await rendering(), settings: settings.now(), root: rootOf(request) })),
  )
  serveLanguageChoice({ app, config, rendering, offered: () => settings.now().languages })
}

async function openPortal({
  app,
  portal,
  basePath,
}: Pick<PortalPagesDeps, 'app' | 'portal'> & { basePath: string }): Promise<PortalPrograms> {
  if (portal.kind === 'built') return openBuiltPortal({ app, folder: portal.folder, basePath })
  // The bundler is not installed where the portal only runs.
  const { openDevelopmentPortal } = await import('./development-portal.ts')
  return openDevelopmentPortal({ app, basePath })
}

async function readBoot(
  context: Context,
  actors: Actors,
  rendering: RenderingProgram,
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
  const operator = await loadOperatorBoot(
    { db, settings, basePath: config.basePath },
    // Pages with card fields contain no third-party code, not even hidden.
    { isSignedIn: signedIn !== null, withHtml: !isClosed && !isPaymentPath(rendering.keyOf(pathname)), locale },
  )
  return {
    locale,
    offeredLocales: [...settings.languages],
    ...operator,
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

// The restrictive defaults apply until the settings are loaded; if the user cannot be identified either, they are of no
// use.
async function refuseUntilSettingsLoaded(boot: Promise<Boot>, settings: Context['settings']): Promise<Boot> {
  try {
    return await boot
  } catch (error) {
    throw settings.areKnown() || isRefused(error) || databaseFaultOf(error)
      ? error
      : new Refused('settings_unavailable', 500)
  }
}

// After sign-in a signed-in user continues in their own language, whatever the language of the URL.
function localeOfPage(
  request: FastifyRequest,
  { localesOfPath, keyOf }: RenderingProgram,
  { languages, defaultLocale }: Settings,
  pathname: string,
  { isRedirected = false }: { isRedirected?: boolean } = {},
): Locale {
  const possible = isRedirected && keyOf(pathname) === '/login' ? languages : localesOfPath(pathname, languages)
  const fallback = parseLocale(defaultLocale) ?? 'es'
  const cookieLocale = parseLocale(request.cookies[languageCookie])
  if (cookieLocale && possible.includes(cookieLocale)) return cookieLocale
  return (
    preferredLocale(request.headers['accept-language'], possible) ??
    (possible.includes(fallback) ? fallback : possible[0]!)
  )
}

function pathOf(request: FastifyRequest, basePath: string): string {
  return request.url.slice(basePath.length).split('?')[0] || '/'
}

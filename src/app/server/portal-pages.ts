import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPaymentPath } from '#domains/operator/rules.ts'
import { operatorPart } from '#domains/operator/server/page-part.ts'
import type { Settings } from '#domains/operator/settings.ts'
import { type Actors, languageCookie } from '#domains/session/server/actors.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot, PostedForm, Problem } from '#kit/boot.ts'
import { type Locale, parseLocale, preferredLocale } from '#kit/locale.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { databaseFaultOf } from '#kit/server/database-fault.ts'
import { densityCookie, densityOf } from '../density.ts'
import { area, isInArea } from '../operator/guard.ts'
import type { Rendering } from '../rendering.ts'
import { takeMailedLink } from './accounts.ts'
import type { PortalSource } from './app.ts'
import { openBuiltPortal, type PortalPrograms } from './built-portal.ts'
import { consentPart } from './consent.ts'
import type { Context } from './context.ts'
import { takeResumeLink } from './contracting.ts'
import { isPostedForm, sendDatabaseFaultPage } from './database-fault-page.ts'
import { letIn } from './entry.ts'
import { answerError } from './errors.ts'
import { forms } from './forms.ts'
import { ownOrigin } from './http.ts'
import { installable } from './installable.ts'
import { languageChoice } from './language-choice.ts'
import { operatorBoot } from './operator-boot.ts'
import { type PageNeeds, sendPage } from './page.ts'
import { cardPart } from './payments.ts'
import { plainLeadForms } from './plain-lead-forms.ts'
import { logProblem, problemOf } from './problems.ts'
import { isForPrograms } from './program-paths.ts'
import { robots, sitemap } from './search-tags.ts'
import { signedInUser } from './signed-in-user.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** A path of the portal as a language writes it; only where the portal is served. */
    addressIn?: (pathAndQuery: string, locale: Locale) => Promise<string>
    /** The address of a log-in without a redirectPath that leads to no page; only where the portal is served. */
    withKnownReturn?: (address: string) => Promise<string>
  }
}

type Needs = { app: FastifyInstance; root: FastifyInstance; context: Context; actors: Actors; portal: PortalSource }

/** Serves the portal: its built files, and a rendered page for every other address. */
export async function portalPages({ app, root, context, actors, portal }: Needs) {
  const { config, settings } = context
  const { basePath } = config
  const { portal: program, operatorArea } = await openPortal({ app, portal, basePath })
  const { rendering } = program
  root.decorate('withKnownReturn', async (address) => (await rendering()).withKnownReturn(address))
  root.decorate('addressIn', async (address, locale) => (await rendering()).addressIn(address, locale))
  if (portal.kind === 'built') installable({ app, settings, basePath, buildFolder: portal.folder })
  const postedForms = new WeakMap<FastifyRequest, PostedForm>()
  const common = { app: root, config, settings: () => settings.now() }
  const pageNeeds: PageNeeds = {
    ...common,
    ...program,
    isIndexed: true,
    bootOf: async (request, asked) =>
      orUnavailable(
        bootOf(context, actors, await rendering(), request, asked).then((boot) => ({
          ...boot,
          posted: postedForms.get(request),
        })),
        settings,
      ),
  }
  const operatorPageNeeds: PageNeeds = {
    ...common,
    ...operatorArea,
    isIndexed: false,
    bootOf: async (request, { problem, pathname }) => {
      const locale = localeOfPage(request, await operatorArea.rendering(), settings.now(), pathname)
      return orUnavailable(operatorBoot(context, actors, { request, problem, locale }), settings)
    },
  }
  const needsOf = (request: FastifyRequest) => (isInArea(pathOf(request, basePath)) ? operatorPageNeeds : pageNeeds)

  // Before the routes, because each keeps the handler that it finds.
  app.setErrorHandler(async (error, request, reply) => {
    const isPage = !isForPrograms(pathOf(request, basePath))
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const fault = isPage && (isRead || isPostedForm(request)) ? databaseFaultOf(error) : undefined
    if (fault) {
      logProblem(error, request)
      return sendDatabaseFaultPage(request, reply, { fault, organization: settings.now().organization, basePath })
    }
    if (!isPage || !isRead) return answerError(error as Refused, request, reply)
    logProblem(error, request)
    return sendPage(needsOf(request), request, reply, problemOf(error, request))
  })

  const localeOf = async (request: FastifyRequest) =>
    localeOfPage(request, await rendering(), settings.now(), pathOf(request, basePath))
  const preHandler = [
    takeMailedLink(context, async (address, locale) => (await rendering()).addressIn(address, locale), localeOf),
    takeResumeLink(context),
    letIn(context, actors),
  ]
  for (const path of [area, `${area}/*`]) app.get(path, (request, reply) => sendPage(operatorPageNeeds, request, reply))
  app.get('/', { preHandler }, (request, reply) => sendPage(pageNeeds, request, reply))
  app.get('/*', { preHandler }, (request, reply) => {
    if (isForPrograms(pathOf(request, basePath))) return reply.callNotFound()
    return sendPage(pageNeeds, request, reply)
  })
  await forms({
    app,
    context,
    actors,
    rendering,
    localeOf,
  })
  await plainLeadForms({
    app,
    context,
    actors,
    rendering,
    showPage(request, reply, posted) {
      postedForms.set(request, posted)
      return sendPage(pageNeeds, request, reply)
    },
  })
  const rootOf = (request: FastifyRequest) => ownOrigin(request, config) + basePath
  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots({ root: rootOf(request), basePath })),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(sitemap({ rendering: await rendering(), settings: settings.now(), root: rootOf(request) })),
  )
  languageChoice({ app, config, rendering, offered: () => settings.now().languages })
}

async function openPortal({
  app,
  portal,
  basePath,
}: Pick<Needs, 'app' | 'portal'> & { basePath: string }): Promise<PortalPrograms> {
  if (portal.kind === 'built') return openBuiltPortal({ app, folder: portal.folder, basePath })
  // The bundler is not there where the portal only runs.
  const { openDevelopmentPortal } = await import('./development-portal.ts')
  return openDevelopmentPortal({ app, basePath })
}

async function bootOf(
  context: Context,
  actors: Actors,
  rendering: Rendering,
  request: FastifyRequest,
  { problem, pathname }: { problem: Problem | null; pathname: string },
): Promise<Boot> {
  const settings = context.settings.now()
  const { db, config } = context
  // The database may be at rest during maintenance, so the page that says so asks nothing of it.
  const isClosed = problem?.code === 'maintenance'
  const actor = isClosed ? null : await actors.actorOf(request)
  const signedIn = actor?.kind === 'customer' ? await signedInUser(db, actor) : null
  const locale = localeOfPage(request, rendering, settings, pathname, { isLedOn: signedIn !== null })
  const operator = await operatorPart(
    { db, settings, basePath: config.basePath },
    // Where cards are typed nothing of others comes along, not even unseen.
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
      (await policyParts(context, { request, actor, settings, keyPath: rendering.keyOf(pathname) }))),
    hasIdentityProvider: context.openid.isOpen() || undefined,
    hasUpstream: context.upstream !== undefined || undefined,
    now: context.clock().toISOString(),
  }
}

/** What of others the policy of a page lets in. */
async function policyParts(
  context: Context,
  asked: { request: FastifyRequest; actor: Actor; settings: Settings; keyPath: string },
): Promise<Pick<Boot, 'cookies' | 'widgets' | 'cardPlatforms'>> {
  return { ...(await consentPart(context, asked)), ...(await cardPart(context, asked)) }
}

// What offers least holds until the settings are read; where not even who is asking can be found out, that is no use either.
async function orUnavailable(boot: Promise<Boot>, settings: Context['settings']): Promise<Boot> {
  try {
    return await boot
  } catch (error) {
    throw settings.areKnown() || isRefused(error) || databaseFaultOf(error)
      ? error
      : new Refused('settings_unavailable', 500)
  }
}

// From the log-in somebody who is in goes on in their own language, whatever the one in which its path is written.
function localeOfPage(
  request: FastifyRequest,
  { localesOfPath, keyOf }: Rendering,
  { languages, defaultLocale }: Settings,
  pathname: string,
  { isLedOn = false }: { isLedOn?: boolean } = {},
): Locale {
  const possible = isLedOn && keyOf(pathname) === '/login' ? languages : localesOfPath(pathname, languages)
  const fallback = parseLocale(defaultLocale) ?? 'es'
  const kept = parseLocale(request.cookies[languageCookie])
  if (kept && possible.includes(kept)) return kept
  return (
    preferredLocale(request.headers['accept-language'], possible) ??
    (possible.includes(fallback) ? fallback : possible[0]!)
  )
}

function pathOf(request: FastifyRequest, basePath: string): string {
  return request.url.slice(basePath.length).split('?')[0] || '/'
}

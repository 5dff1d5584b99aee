import type { FastifyInstance, FastifyRequest } from 'fastify'
import { areaPath, isInArea } from '#app/operator/guard.ts'
import { createMailedLinkHook } from '#domains/accounts/server/mailed-link-hook.ts'
import { createResumeLinkHook } from '#domains/leads/server/resume-link-hook.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { PostedForm } from '#kit/boot.ts'
import type { Refused } from '#kit/refusal.ts'
import { databaseFaultOf } from '#kit/server/database-fault.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { PortalSource } from '../app.ts'
import { registerPlainLeadForms } from '../forms/plain-lead-forms.ts'
import { registerForms } from '../forms/register-forms.ts'
import { createSignInHook } from '../forms/sign-in-hook.ts'
import { sendErrorReply } from '../http/error-replies.ts'
import { isProgramPath, pathOf } from '../http/program-paths.ts'
import type { Context } from '../wiring/context.ts'
import { addressWithLanguage } from './address-with-language.ts'
import { openBuiltPortal, type PortalPrograms } from './built-portal.ts'
import { isPostedForm, sendDatabaseFaultPage } from './database-fault-page.ts'
import { serveInstallFiles } from './install-files.ts'
import { serveLanguageChoice } from './language-choice.ts'
import { readOperatorBoot } from './operator-boot.ts'
import { servePageTexts } from './page-texts.ts'
import { localeOfPage, readPortalBoot, refuseUntilSettingsLoaded } from './portal-boot.ts'
import { logProblem, problemOf } from './problems.ts'
import { serveSearchFiles } from './search-files.ts'
import { type PageDeps, sendPage } from './send-page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns a path of the portal as written in a language; only if the portal is served. */
    addressIn?: (pathAndQuery: string, locale: Locale) => Promise<string>
    /** Returns the same with the language named where the path does not say it; only if the portal is served. */
    mailedAddressIn?: (pathAndQuery: string, locale: Locale) => Promise<string>
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
  const programs = await openPortal({ app, portal, basePath })
  const { rendering } = programs.portal
  root.decorate('withKnownReturn', async (address) => (await rendering()).dropUnknownReturn(address))
  root.decorate('addressIn', async (address, locale) => (await rendering()).addressIn(address, locale))
  root.decorate('mailedAddressIn', async (address, locale) => {
    const { languages } = settings.now()
    return addressWithLanguage(await rendering(), address, { locale, languages })
  })
  if (portal.kind === 'built') serveInstallFiles({ app, settings, basePath, buildFolder: portal.folder })
  const postedForms = new WeakMap<FastifyRequest, PostedForm>()
  const portalPageDeps = createPortalPageDeps({ root, context, actors, programs, postedForms })
  const operatorPageDeps = createOperatorPageDeps({ root, context, actors, programs })
  // Set before the routes, because each keeps the handler that exists at that time.
  answerErrorsWithPages(app, context, (request) =>
    isInArea(pathOf(request, basePath)) ? operatorPageDeps : portalPageDeps,
  )

  const localeOf = async (request: FastifyRequest) =>
    localeOfPage(request, await rendering(), settings.now(), pathOf(request, basePath))
  const preHandler = [
    createMailedLinkHook(
      { ...context, basePath },
      async (address, locale) => (await rendering()).addressIn(address, locale),
      localeOf,
    ),
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
  await registerForms({ app, context, actors, rendering, localeOf })
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
  servePageTexts({ app, rendering })
  serveSearchFiles({ app, config, settings, rendering })
  serveLanguageChoice({ app, config, rendering, offered: () => settings.now().languages })
}

type PageDepsInput = Pick<PortalPagesDeps, 'root' | 'context' | 'actors'> & { programs: PortalPrograms }

function createPortalPageDeps({
  root,
  context,
  actors,
  programs: { portal },
  postedForms,
}: PageDepsInput & { postedForms: WeakMap<FastifyRequest, PostedForm> }): PageDeps {
  const { config, settings } = context
  async function readBoot(request: FastifyRequest, input: Parameters<PageDeps['bootOf']>[1]) {
    const boot = await readPortalBoot(context, actors, await portal.rendering(), request, input)
    return { ...boot, posted: postedForms.get(request) }
  }
  return {
    ...portal,
    app: root,
    config,
    settings: () => settings.now(),
    isIndexed: true,
    bootOf: (request, input) => refuseUntilSettingsLoaded(readBoot(request, input), settings),
  }
}

function createOperatorPageDeps({ root, context, actors, programs: { operatorArea } }: PageDepsInput): PageDeps {
  const { config, settings } = context
  return {
    ...operatorArea,
    app: root,
    config,
    settings: () => settings.now(),
    isIndexed: false,
    bootOf: async (request, { problem, pathname }) => {
      const locale = localeOfPage(request, await operatorArea.rendering(), settings.now(), pathname)
      return refuseUntilSettingsLoaded(readOperatorBoot(context, actors, { request, problem, locale }), settings)
    },
  }
}

/** Answers what fails on a page with an error page, and what fails elsewhere with an error reply. */
function answerErrorsWithPages(
  app: FastifyInstance,
  { config: { basePath }, settings }: Context,
  depsOf: (request: FastifyRequest) => PageDeps,
) {
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
}

async function openPortal({
  app,
  portal,
  basePath,
}: Pick<PortalPagesDeps, 'app' | 'portal'> & { basePath: string }): Promise<PortalPrograms> {
  if (portal.kind === 'built') return openBuiltPortal({ app, basePath, ...portal })
  // The bundler is not installed where the portal only runs.
  const { openDevelopmentPortal } = await import('./development-portal.ts')
  return openDevelopmentPortal({ app, basePath })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProgramPaths } from '#app/rendering-program.ts'
import { decideNavigation, destinationAfterLogIn } from '#app/web/guard.ts'
import { accountAccessForm } from '#domains/access-tokens/server/account-access-form.ts'
import { accountForms } from '#domains/accounts/server/account-forms.ts'
import { cookieForm } from '#domains/consent/server/cookie-form.ts'
import { alertOffForm } from '#domains/consumption-alerts/server/alert-off-form.ts'
import { newsletterForms } from '#domains/newsletter/server/newsletter-form.ts'
import { toPublicSettings } from '#domains/retailer/settings.ts'
import { isFreshlyAuthenticated } from '#domains/session/rules.ts'
import { sessionForms } from '#domains/session/server/session-forms.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { queryOf } from '#kit/portal-address.ts'
import { freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { type Form, type FormHandler, type FormOutcome, invalidForm, type ServeForm } from '#kit/server/form.ts'
import { requiresReauthentication } from '#kit/server/require-permission.ts'
import type { Page } from '#kit/web/page.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { ownOrigin } from '../http/http-server.ts'
import { consentTextIn } from '../pages/cookie-banner.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from '../wiring/context.ts'
import { signOutRedirectPath } from './sign-in-hook.ts'

type FormsDeps = {
  app: FastifyInstance
  context: Context
  actors: Actors
  rendering: () => Promise<
    Pick<ProgramPaths, 'addressIn' | 'dropUnknownReturn'> & { pages: readonly Pick<Page, 'path' | 'paths'>[] }
  >
  localeOf: (request: FastifyRequest) => Promise<Locale>
}

/**
 * Registers the forms that also work without script: posted to their own page's URL, in any language, they answer with
 * 303, to the next page or back to their own with error codes.
 */
export async function registerForms(deps: FormsDeps) {
  const { pages } = await deps.rendering()
  await deps.app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    serveForms(deps, (form, handler) => {
      const page = pages.find(({ path }) => path === form.page)
      for (const path of new Set([form.page, ...Object.values(page?.paths ?? {})]))
        scope.post(path, (request, reply) => answerForm(deps, { form, handler: handler as never }, request, reply))
    })
  })
}

/** Serves the forms of every domain. */
function serveForms({ context, actors, localeOf }: FormsDeps, serve: ServeForm) {
  const { config, settings } = context
  const publicSettings = () => toPublicSettings(settings.now())
  const allowsPasswords = () => context.openid.allowsPasswords()
  sessionForms({
    ...context,
    serve,
    actors,
    browserOriginOf: (request) => ({ origin: ownOrigin(request, config) }),
    addressAfterSignIn(address, { mustChangePassword }) {
      const signedIn = { readonly: false, mustChangePassword }
      const boot = { flags: {}, problem: null, settings: publicSettings(), signedIn }
      const decision = decideNavigation({ page: { path: '/login', protection: 'public' }, boot, address })
      return decision.kind === 'redirect' ? decision.address : '/'
    },
    destinationOf: (address) =>
      destinationAfterLogIn(address, { ...publicSettings(), hasUpstream: context.upstream !== undefined }),
    providerSignOutPage: signOutRedirectPath,
  })
  accountAccessForm({ ...context, serve, actors, allowsPasswords })
  cookieForm({ ...context, serve, localeOf, textIn: consentTextIn })
  // The data of these forms is at the upstream server, if there is one, which is only called with script.
  if (context.upstream) return
  const acceptanceText = (locale: Locale) => translator(locale, 'accounts')('signUp.accept')
  accountForms({ ...context, serve, actors, allowsPasswords, acceptanceText })
  newsletterForms({ ...context, serve })
  alertOffForm({ ...context, serve })
}

type ServedForm = { form: Form; handler: FormHandler<Form> }

async function answerForm(
  { context, actors, rendering, localeOf }: FormsDeps,
  { form, handler }: ServedForm,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { basePath } = context.config
  const { addressIn, dropUnknownReturn } = await rendering()
  const address = dropUnknownReturn(request.url.slice(basePath.length))
  const fields = (request.body ?? {}) as Record<string, string>
  const outcome = await catchRefusals(async () => {
    const actor = await actors.actorOf(request)
    const denied = denySubmission(form, actor, context)
    if (denied === 'anonymous') return { kind: 'redirect', address }
    return denied ? invalidForm(denied) : handler({ actor, fields, address, request, reply })
  })
  const next =
    outcome.kind === 'invalid'
      ? addFailures(address, outcome.failed)
      : addressIn(outcome.address, outcome.locale ?? (await localeOf(request)))
  return reply.header('cache-control', 'no-store').redirect(basePath + next, 303)
}

/** Returns why an actor may not submit a form of customers, or null. */
function denySubmission(
  { access, call = {} }: Form,
  actor: Awaited<ReturnType<Actors['actorOf']>>,
  { settings, clock }: Context,
): string | null {
  if (access === 'anyone') return null
  if (actor.kind !== 'customer') return 'anonymous'
  if (actor.readonly) return 'token_readonly'
  const minutes = settings.now().session.proofMinutes
  return requiresReauthentication(call, actor) && !isFreshlyAuthenticated(actor, { now: clock(), minutes })
    ? freshAuthenticationRequired
    : null
}

// Refusals on the way, such as rate limits, are shown on the page of the form too.
async function catchRefusals(work: () => Promise<FormOutcome>): Promise<FormOutcome> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error)) return invalidForm(error.code)
    throw error
  }
}

function addFailures(address: string, failed: readonly string[]): string {
  const query = queryOf(address)
  query.set('failed', failed.join(','))
  return `${address.split('?')[0]}?${query}`
}

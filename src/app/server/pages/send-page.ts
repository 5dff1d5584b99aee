import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkNames } from '#domains/accounts/server/mailed-link.ts'
import { cookiesPage } from '#domains/consent/server/cookie-form.ts'
import { linkCookieName } from '#domains/newsletter/server/link-cookie.ts'
import type { PublicSettings, Settings } from '#domains/retailer/settings.ts'
import { operatorCookie, tokenCookie } from '#domains/session/server/sessions/actors.ts'
import { browserCookieName, canUseHostPrefix } from '#domains/session/server/sessions/cookies.ts'
import { allRowsQuery, type Boot, type Problem } from '#kit/boot.ts'
import { type DatabaseFault, databaseFaultOf } from '#kit/server/database-fault.ts'
import { isPrivateDestination } from '#kit/server/public-address.ts'
import { turnByTurn } from '#kit/server/turn-by-turn.ts'
import type { TransportRequest } from '#kit/web/send.ts'
import { faultOfReason } from '../http/database-refusal.ts'
import { replyLocaleOf } from '../http/error-replies.ts'
import { ownOrigin } from '../http/http-server.ts'
import { policyReportPath } from '../http/policy-reports.ts'
import { isUnprefixedCookie } from '../http/unprefixed-cookies.ts'
import type { Config } from '../process/config.ts'
import { bypassCookie } from '../process/maintenance.ts'
import { renderCookieBanner } from './cookie-banner.ts'
import { sendDatabaseFaultPage } from './database-fault-page.ts'
import { renderErrorReportsTag } from './error-reports-tag.ts'
import { renderFallbackErrorPage } from './fallback-error-page.ts'
import { listStyleNames } from './first-styles.ts'
import { createFramePage } from './frame-page.ts'
import type { Assets } from './page-assets.ts'
import { buildPagePolicy, reportGroup } from './page-policy.ts'
import { fillTemplate, type InternalResponse, type ServerProgram } from './page-template.ts'
import { logProblem, problemOf } from './problems.ts'
import { renderSearchTags } from './search-tags.ts'

export type PageDeps = {
  app: FastifyInstance
  config: Config
  /** Returns the rendering program; created per request in development. */
  rendering: () => Promise<ServerProgram>
  assets: Assets
  /** Whether search engines may list its pages. */
  isIndexed: boolean
  settings: () => Settings
  bootOf: (request: FastifyRequest, input: { problem: Problem | null; pathname: string }) => Promise<Boot>
}

type PageRequest = {
  request: FastifyRequest
  nonce: string
  problem: Problem | null
  /** Records a database fault in an internal call, as the thrown refusal no longer contains it. */
  onDatabaseFault: (fault: DatabaseFault) => void
}

type PageOutcome =
  | ({ kind: 'page'; status: number; html: string | Buffer; settings?: PublicSettings } & Partial<
      Pick<Boot, 'widgets' | 'cardPlatforms'>
    >)
  | { kind: 'redirect'; status: number; address: string }
  | { kind: 'fault'; fault: DatabaseFault }

// Pages and their calls start one after the other, each in a turn of the event loop, so that the calls of browsers come
// between them.
const inTurn = turnByTurn()

/** Renders the page of a request, or the error page of its problem, and sends it with its own policy. */
export async function sendPage(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem | null = null,
) {
  const nonce = randomBytes(16).toString('base64')
  let fault: DatabaseFault | undefined
  const onDatabaseFault = (databaseFault: DatabaseFault) => {
    fault = databaseFault
  }
  const pageRequest = { request, nonce, problem, onDatabaseFault }
  const outcome = await inTurn(() => renderOrFallback(deps, pageRequest, () => fault))
  if (outcome.kind === 'fault') {
    const { basePath } = deps.config
    const { organization } = deps.settings()
    return sendDatabaseFaultPage(request, reply, { fault: outcome.fault, organization, basePath })
  }
  reply.headers({ 'cache-control': 'no-store', vary: 'Cookie, Accept-Language' })
  if (outcome.kind === 'redirect') return reply.redirect(outcome.address, outcome.status)
  const reportTo = deps.config.basePath + policyReportPath
  return reply
    .code(outcome.status)
    .header('reporting-endpoints', `${reportGroup}="${reportTo}"`)
    .header(
      'content-security-policy',
      buildPagePolicy({
        nonce,
        isDevelopment: deps.assets.isDevelopment,
        settings: outcome.settings,
        widgets: outcome.widgets,
        cardPlatforms: outcome.cardPlatforms,
        reportTo,
      }),
    )
    .type('text/html; charset=utf-8')
    .send(outcome.html)
}

// A page that cannot be rendered is replaced by an error page, which needs no data, and if that fails too, by plain
// HTML. Database faults have pages that do not use the database.
async function renderOrFallback(
  deps: PageDeps,
  pageRequest: PageRequest,
  databaseFault: () => DatabaseFault | undefined,
): Promise<PageOutcome> {
  const { request, nonce, problem } = pageRequest
  try {
    return await renderRequestedPage(deps, pageRequest)
  } catch (error) {
    logProblem(error, request)
    const fault = databaseFaultOf(error) ?? databaseFault()
    if (fault) return { kind: 'fault', fault }
    const problemMet = problemOf(error, request)
    if (!problem) return renderOrFallback(deps, { ...pageRequest, problem: problemMet }, databaseFault)
    const { organization } = deps.settings()
    const html = renderFallbackErrorPage({
      problem,
      locale: replyLocaleOf(request),
      nonce,
      address: request.url,
      organization,
    })
    return { kind: 'page', status: problem.status, html }
  }
}

async function renderRequestedPage(
  { app, config, rendering, assets, isIndexed, settings: settingsNow, bootOf }: PageDeps,
  { request, nonce, problem, onDatabaseFault }: PageRequest,
): Promise<PageOutcome> {
  const { basePath } = config
  const address = new URL(ownOrigin(request, config) + request.url)
  const pathname = address.pathname.slice(basePath.length) || '/'
  const showsAllRows = address.searchParams.get(allRowsQuery[0]) === allRowsQuery[1] || undefined
  const boot: Boot = { ...(await bootOf(request, { problem, pathname })), showsAllRows }
  const { renderPage, redirectOf, addressIn } = await rendering()
  const redirectAddress = problem ? null : redirectOf(pathname + address.search, boot.locale)
  if (redirectAddress) return { kind: 'redirect', status: 302, address: basePath + redirectAddress }
  const rendered = await renderPage({
    address: address.href,
    boot,
    basePath,
    transport: (sent) =>
      inTurn(() =>
        sendInternalCall({ app, basePath, isTied: canUseHostPrefix(config), request, boot, onDatabaseFault }, sent),
      ),
  })
  if (rendered.kind === 'failed') throw rendered.error
  if (rendered.kind === 'redirect') return rendered
  const isFrame = rendered.kind === 'busy'
  const { organization } = settingsNow()
  const page = isFrame ? createFramePage({ boot, basePath, organization }) : rendered
  const settings = hidePrivateReportUrl(boot.settings as PublicSettings, config)
  const tags =
    !isIndexed || problem || page.status >= 400
      ? '<meta name="robots" content="noindex">'
      : renderSearchTags({
          rendering: await rendering(),
          settings: settingsNow(),
          root: ownOrigin(request, config) + basePath,
          ...{ pathname, locale: boot.locale, title: page.title, nonce },
        })
  const reports = renderErrorReportsTag({ reporter: assets.reporter, settings, cookies: boot.cookies, nonce })
  // The browser renders the whole document of a frame, so that it can contain nothing else.
  const asksForConsent = !problem && !isFrame && boot.cookies === null
  const action = basePath + addressIn(cookiesPage, boot.locale)
  const banner = asksForConsent
    ? renderCookieBanner({ locale: boot.locale, nonce, action, address: pathname + address.search })
    : ''
  const styleNames = [...page.styleNames, ...listStyleNames(banner)]
  const additions = [
    { head: tags },
    assets.additionsOf({ routeIds: page.routeIds, styleNames, nonce, brand: settings.brand.color }),
    { bodyStart: banner, body: reports },
  ]
  const html = fillTemplate(page.template, { nonce, additions })
  const { cardPlatforms } = boot
  const widgets = asksForConsent ? undefined : boot.widgets
  return { kind: 'page', status: page.status, html, settings, widgets, cardPlatforms }
}

// A URL entered by an operator must not direct customers' browsers into their own networks.
function hidePrivateReportUrl(settings: PublicSettings, { allowsPrivate }: Config): PublicSettings {
  const { errorReporting } = settings
  const receiver = URL.parse(errorReporting.url)
  if (allowsPrivate || !receiver || !isPrivateDestination(receiver)) return settings
  return { ...settings, errorReporting: { ...errorReporting, url: '' } }
}

// A single code path for every call: rendering sends requests like a browser, with the visitor's own session.
async function sendInternalCall(
  {
    app,
    basePath,
    isTied,
    request,
    boot,
    onDatabaseFault,
  }: Pick<PageRequest, 'request' | 'onDatabaseFault'> & {
    app: FastifyInstance
    basePath: string
    /** Whether cookies are tied to the host. */
    isTied: boolean
    boot: Boot
  },
  sent: TransportRequest,
): Promise<InternalResponse> {
  const forwardedCookies = [tokenCookie, operatorCookie, bypassCookie, linkCookieName, linkNames.activation].flatMap(
    (name) => {
      const value = request.cookies[name]
      return value ? [[isUnprefixedCookie(name) ? name : browserCookieName(name, isTied), value] as const] : []
    },
  )
  const answer = await app.inject({
    method: sent.method as 'GET',
    url: basePath + sent.path,
    headers: { ...sent.headers, host: request.host, 'accept-language': boot.locale },
    cookies: { language: boot.locale, ...Object.fromEntries(forwardedCookies) },
    payload: sent.body,
    payloadAsStream: true,
  })
  // node:stream/consumers makes a blob first, which takes ten times as long.
  const body = Buffer.concat(await answer.stream().toArray())
  const fault = answer.statusCode === 503 ? faultOfReason(reasonIn(body)) : undefined
  if (fault) onDatabaseFault(fault)
  return { status: answer.statusCode, body }
}

function reasonIn(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString()) as { reason?: unknown }).reason
  } catch {
    return undefined
  }
}

import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkNames } from '#domains/accounts/server/mailed-link.ts'
import { linkCookie } from '#domains/newsletter/server/link-cookie.ts'
import type { PublicSettings, Settings } from '#domains/operator/settings.ts'
import { operatorCookie, tokenCookie } from '#domains/session/server/actors.ts'
import { areTiedToHost, nameInBrowser } from '#domains/session/server/cookies.ts'
import type { Boot, Problem } from '#kit/boot.ts'
import { type DatabaseFault, databaseFaultOf } from '#kit/server/database-fault.ts'
import { leadsInside } from '#kit/server/public-address.ts'
import type { SentRequest } from '#kit/web/send.ts'
import type { Rendering } from '../rendering.ts'
import type { Assets } from './assets.ts'
import type { Config } from './config.ts'
import { cookiesPage } from './consent.ts'
import { cookieBanner } from './cookie-banner.ts'
import { sendDatabaseFaultPage } from './database-fault-page.ts'
import { faultOfReason } from './database-refusal.ts'
import { errorReportsTag } from './error-reports-tag.ts'
import { localeOfReply } from './errors.ts'
import { ownOrigin } from './http.ts'
import { lastResortPage } from './last-resort-page.ts'
import { bypassCookie } from './maintenance.ts'
import { pagePolicy, reportGroup } from './page-policy.ts'
import { isPlainCookie } from './plain-cookies.ts'
import { policyReportPath } from './policy-reports.ts'
import { logProblem, problemOf } from './problems.ts'
import { searchTags } from './search-tags.ts'

export type PageNeeds = {
  app: FastifyInstance
  config: Config
  /** The rendering program; made anew per request while developing. */
  rendering: () => Promise<Rendering>
  assets: Assets
  /** Whether search engines may list its pages. */
  isIndexed: boolean
  settings: () => Settings
  bootOf: (request: FastifyRequest, asked: { problem: Problem | null; pathname: string }) => Promise<Boot>
}

type Asked = {
  request: FastifyRequest
  nonce: string
  problem: Problem | null
  /** Notes what a call within met, whose refusal has lost it by the time that it is thrown. */
  meet: (fault: DatabaseFault) => void
}

type Drawn =
  | ({ kind: 'page'; status: number; html: string; settings?: PublicSettings } & Partial<
      Pick<Boot, 'widgets' | 'cardPlatforms'>
    >)
  | { kind: 'redirect'; status: number; address: string }
  | { kind: 'fault'; fault: DatabaseFault }

/** Renders the page of a request, or the page of the problem it met, and sends it with its own policy. */
export async function sendPage(
  needs: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem | null = null,
) {
  const nonce = randomBytes(16).toString('base64')
  let fault: DatabaseFault | undefined
  const meet = (met: DatabaseFault) => {
    fault = met
  }
  const drawn = await draw(needs, { request, nonce, problem, meet }, () => fault)
  if (drawn.kind === 'fault') {
    const { basePath } = needs.config
    const { organization } = needs.settings()
    return sendDatabaseFaultPage(request, reply, { fault: drawn.fault, organization, basePath })
  }
  reply.headers({ 'cache-control': 'no-store', vary: 'Cookie, Accept-Language' })
  if (drawn.kind === 'redirect') return reply.redirect(drawn.address, drawn.status)
  const reportTo = needs.config.basePath + policyReportPath
  return reply
    .code(drawn.status)
    .header('reporting-endpoints', `${reportGroup}="${reportTo}"`)
    .header(
      'content-security-policy',
      pagePolicy({
        nonce,
        isDevelopment: needs.assets.isDevelopment,
        settings: drawn.settings,
        widgets: drawn.widgets,
        cardPlatforms: drawn.cardPlatforms,
        reportTo,
      }),
    )
    .type('text/html; charset=utf-8')
    .send(drawn.html)
}

// What keeps a page from being drawn has a page of its own, which needs no data; where that fails as well, plain HTML tells it.
// The faults of the database have pages that ask nothing of it.
async function draw(needs: PageNeeds, asked: Asked, faultMet: () => DatabaseFault | undefined): Promise<Drawn> {
  const { request, nonce, problem } = asked
  try {
    return await drawn(needs, asked)
  } catch (error) {
    logProblem(error, request)
    const fault = databaseFaultOf(error) ?? faultMet()
    if (fault) return { kind: 'fault', fault }
    const met = problemOf(error, request)
    if (!problem) return draw(needs, { ...asked, problem: met }, faultMet)
    const { organization } = needs.settings()
    const html = lastResortPage({ problem, locale: localeOfReply(request), nonce, address: request.url, organization })
    return { kind: 'page', status: problem.status, html }
  }
}

async function drawn(
  { app, config, rendering, assets, isIndexed, settings: settingsNow, bootOf }: PageNeeds,
  { request, nonce, problem, meet }: Asked,
): Promise<Drawn> {
  const { basePath } = config
  const address = new URL(ownOrigin(request, config) + request.url)
  const pathname = address.pathname.slice(basePath.length) || '/'
  const boot = await bootOf(request, { problem, pathname })
  const { renderPage, redirectOf, addressIn } = await rendering()
  const moved = problem ? null : redirectOf(pathname + address.search, boot.locale)
  if (moved) return { kind: 'redirect', status: 302, address: basePath + moved }
  const page = await renderPage({
    request: new Request(address, { headers: { 'user-agent': 'server' } }),
    boot,
    basePath,
    nonce,
    transport: (sent) => callWithin({ app, basePath, isTied: areTiedToHost(config), request, boot, meet }, sent),
  })
  if (page.kind === 'failed') throw page.error
  if (page.kind === 'redirect') return page
  const settings = withPublicReports(boot.settings as PublicSettings, config)
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(page.html) ?? []
  const tags =
    !isIndexed || problem || page.status >= 400
      ? '<meta name="robots" content="noindex">'
      : searchTags({
          rendering: await rendering(),
          settings: settingsNow(),
          root: ownOrigin(request, config) + basePath,
          ...{ pathname, locale: boot.locale, title, nonce },
        })
  const tagged = page.html.replace('</head>', () => `${tags}</head>`)
  const dressed = assets.dress(tagged, { routeIds: page.routeIds, nonce, brand: settings.brand.color })
  const reports = errorReportsTag({ reporter: assets.reporter, settings, cookies: boot.cookies, nonce })
  const html = dressed.replace('</body>', () => `${reports}</body>`)
  const { cardPlatforms } = boot
  if (problem || boot.cookies !== null)
    return { kind: 'page', status: page.status, html, settings, widgets: boot.widgets, cardPlatforms }
  const action = basePath + addressIn(cookiesPage, boot.locale)
  const banner = cookieBanner({ locale: boot.locale, nonce, action, address: pathname + address.search })
  const asking = html.replace('</body>', () => `${banner}</body>`)
  return { kind: 'page', status: page.status, html: asking, settings, cardPlatforms }
}

// What an operator has written must not lead the browsers of customers into their own networks.
function withPublicReports(settings: PublicSettings, { allowsPrivate }: Config): PublicSettings {
  const { errorReporting } = settings
  const receiver = URL.parse(errorReporting.url)
  if (allowsPrivate || !receiver || !leadsInside(receiver)) return settings
  return { ...settings, errorReporting: { ...errorReporting, url: '' } }
}

// One path through the code for every call: rendering asks like a browser would, with the visitor's own session.
async function callWithin(
  {
    app,
    basePath,
    isTied,
    request,
    boot,
    meet,
  }: Pick<Asked, 'request' | 'meet'> & {
    app: FastifyInstance
    basePath: string
    /** Whether cookies are tied to the host. */
    isTied: boolean
    boot: Boot
  },
  sent: SentRequest,
) {
  const kept = [tokenCookie, operatorCookie, bypassCookie, linkCookie, linkNames.activation].flatMap((name) => {
    const value = request.cookies[name]
    return value ? [[isPlainCookie(name) ? name : nameInBrowser(name, isTied), value] as const] : []
  })
  const answer = await app.inject({
    method: sent.method as 'GET',
    url: basePath + sent.path,
    headers: { ...sent.headers, host: request.host, 'accept-language': boot.locale },
    cookies: { language: boot.locale, ...Object.fromEntries(kept) },
    payload: sent.body,
  })
  const fault = answer.statusCode === 503 ? faultOfReason(reasonIn(answer.payload)) : undefined
  if (fault) meet(fault)
  return { status: answer.statusCode, text: answer.payload }
}

function reasonIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { reason?: unknown }).reason
  } catch {
    return undefined
  }
}

import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parseLimitedJson, requestJsonLimits } from '#kit/server/limited-json.ts'
import { networkAllowance } from './network-allowance.ts'

/** Where browsers tell what the policy of a page has kept from loading, without base path. */
export const policyReportPath = '/reports/policy'

const bodyLimitBytes = 16_384
const mostInOne = 10
// A page that is broken by an extension tells so at every visit.
const perMinute = { network: 20, server: 120 }

const told = z.string().max(2_000).catch('')
const line = z.number().int().nullable().catch(null)
const Old = z.object({
  'csp-report': z.object({
    'document-uri': told,
    'effective-directive': told,
    'violated-directive': told,
    'blocked-uri': told,
    'source-file': told,
    'line-number': line,
  }),
})
const New = z.array(
  z.object({
    type: told,
    body: z.object({
      documentURL: told,
      effectiveDirective: told,
      blockedURL: told,
      sourceFile: told,
      lineNumber: line,
    }),
  }),
)

/** What was kept from loading on which page, without what addresses say about whoever was there. */
export type PolicyReport = { page: string; directive: string; blocked: string; source: string; line: number | null }

/** Takes what browsers report about the policy of pages, and logs it. */
export function policyReports(app: FastifyInstance, { clock }: { clock: () => Date }) {
  const ofNetworks = networkAllowance({ perMinute: perMinute.network, countsOwn: true })
  const ofServer = networkAllowance({ perMinute: perMinute.server, countsOwn: true })

  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    // Browsers post it by themselves, the newer ones without cookies and without saying from where.
    const options = { config: { isWebhook: true }, bodyLimit: bodyLimitBytes }
    scope.post(policyReportPath, options, async (request, reply) => {
      const now = clock()
      const waitSeconds = ofNetworks.take(request.ip, now) || ofServer.take('0.0.0.0', now)
      if (waitSeconds) return reply.code(429).header('retry-after', waitSeconds).send()
      for (const report of reportsIn(request.body)) request.log.warn({ report }, 'page policy broken')
      return reply.code(204).send()
    })
  })
}

/** The reports in a body of either of the two kinds that browsers send; none in anything else. */
export function reportsIn(body: unknown): PolicyReport[] {
  const json = parsed(body)
  const old = Old.safeParse(json)
  if (old.success) {
    const report = old.data['csp-report']
    return [
      {
        page: withoutNames(report['document-uri']),
        directive: directiveOf(report['effective-directive'] || report['violated-directive']),
        blocked: originOf(report['blocked-uri']),
        source: withoutNames(report['source-file']),
        line: report['line-number'],
      },
    ]
  }
  return (New.safeParse(json).data ?? [])
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, mostInOne)
    .map(({ body: report }) => ({
      page: withoutNames(report.documentURL),
      directive: directiveOf(report.effectiveDirective),
      blocked: originOf(report.blockedURL),
      source: withoutNames(report.sourceFile),
      line: report.lineNumber,
    }))
}

function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? parseLimitedJson(body, requestJsonLimits) : null
  } catch {
    return null
  }
}

function directiveOf(text: string): string {
  return /^[a-z-]{1,40}/.exec(text)?.[0] ?? ''
}

// What is blocked is an address, or a word such as `inline`.
function originOf(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : (/^[a-z-]{1,40}$/.exec(text)?.[0] ?? '')
}

// Queries carry tokens, and parts of a path with digits in them are numbers of contracts and the like.
function withoutNames(address: string): string {
  if (!URL.canParse(address)) return ''
  const { pathname } = new URL(address)
  return pathname
    .split('/')
    .map((part) => (/\d/.test(part) && !part.endsWith('.js') ? '…' : part))
    .join('/')
    .slice(0, 200)
}

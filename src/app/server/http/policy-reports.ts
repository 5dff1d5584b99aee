import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parseLimitedJson, requestJsonLimits } from '#kit/server/limited-json.ts'
import { createNetworkRateLimit } from './network-rate-limit.ts'

/** The URL of the reporting endpoint for policy violations, without base path. */
export const policyReportPath = '/reports/policy'

const bodyLimitBytes = 16_384
const maxReportsPerBody = 10
// A page broken by a browser extension reports on every visit.
const perMinute = { network: 20, server: 120 }

const ShortText = z.string().max(2_000).catch('')
const LineNumber = z.number().int().nullable().catch(null)
const ReportUriBody = z.object({
  'csp-report': z.object({
    'document-uri': ShortText,
    'effective-directive': ShortText,
    'violated-directive': ShortText,
    'blocked-uri': ShortText,
    'source-file': ShortText,
    'line-number': LineNumber,
  }),
})
const ReportToBody = z.array(
  z.object({
    type: ShortText,
    body: z.object({
      documentURL: ShortText,
      effectiveDirective: ShortText,
      blockedURL: ShortText,
      sourceFile: ShortText,
      lineNumber: LineNumber,
    }),
  }),
)

/** What was blocked on which page, without visitor data from URLs. */
export type PolicyReport = { page: string; directive: string; blocked: string; source: string; line: number | null }

/** Registers the endpoint that accepts browsers' policy reports, and logs them. */
export function registerPolicyReports(app: FastifyInstance, { clock }: { clock: () => Date }) {
  const networkLimit = createNetworkRateLimit({ perMinute: perMinute.network, countsLoopback: true })
  const serverLimit = createNetworkRateLimit({ perMinute: perMinute.server, countsLoopback: true })

  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    // Browsers post reports themselves, newer ones without cookies and without Origin.
    const options = { config: { isWebhook: true }, bodyLimit: bodyLimitBytes }
    scope.post(policyReportPath, options, async (request, reply) => {
      const now = clock()
      const waitSeconds = networkLimit.consume(request.ip, now) || serverLimit.consume('0.0.0.0', now)
      if (waitSeconds) return reply.code(429).header('retry-after', waitSeconds).send()
      for (const report of parsePolicyReports(request.body)) request.log.warn({ report }, 'page policy broken')
      return reply.code(204).send()
    })
  })
}

/** Parses a body in either format that browsers send. Returns none for anything else. */
export function parsePolicyReports(body: unknown): PolicyReport[] {
  const json = parseBody(body)
  const reportUriBody = ReportUriBody.safeParse(json)
  if (reportUriBody.success) {
    const report = reportUriBody.data['csp-report']
    return [
      {
        page: anonymizePath(report['document-uri']),
        directive: directiveOf(report['effective-directive'] || report['violated-directive']),
        blocked: originOf(report['blocked-uri']),
        source: anonymizePath(report['source-file']),
        line: report['line-number'],
      },
    ]
  }
  return (ReportToBody.safeParse(json).data ?? [])
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, maxReportsPerBody)
    .map(({ body: report }) => ({
      page: anonymizePath(report.documentURL),
      directive: directiveOf(report.effectiveDirective),
      blocked: originOf(report.blockedURL),
      source: anonymizePath(report.sourceFile),
      line: report.lineNumber,
    }))
}

function parseBody(body: unknown): unknown {
  try {
    return typeof body === 'string' ? parseLimitedJson(body, requestJsonLimits) : null
  } catch {
    return null
  }
}

function directiveOf(text: string): string {
  return /^[a-z-]{1,40}/.exec(text)?.[0] ?? ''
}

// The blocked value is a URL, or a keyword such as `inline`.
function originOf(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : (/^[a-z-]{1,40}$/.exec(text)?.[0] ?? '')
}

// Queries contain tokens, and path segments with digits are contract numbers and the like.
function anonymizePath(address: string): string {
  if (!URL.canParse(address)) return ''
  const { pathname } = new URL(address)
  return pathname
    .split('/')
    .map((part) => (/\d/.test(part) && !part.endsWith('.js') ? '…' : part))
    .join('/')
    .slice(0, 200)
}

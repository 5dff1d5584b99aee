import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isInArea } from '#app/operator/guard.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { DatabaseFault } from '#kit/server/database-fault.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { retrySeconds } from '../http/database-refusal.ts'
import { replyLocaleOf } from '../http/error-replies.ts'
import { translator } from '../texts/texts.ts'
import { renderContactLine, renderFallbackPage } from './fallback-error-page.ts'
import { buildPagePolicy } from './page-policy.ts'

type FaultPageOptions = {
  fault: DatabaseFault
  /** The remembered settings, which may be missing. */
  organization: Pick<Settings['organization'], 'name' | 'phone' | 'schedule'>
  basePath: string
}

// No secret may be written back into a page.
const secretFieldPattern = /pass|current|repeat|code|secret|token|key/i

/** Checks whether a browser posted a form, so that a visitor reads the answer. */
export function isPostedForm({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'POST' && (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
}

/**
 * Sends the error page of a database fault with status 503, which itself uses no database. Below a form without script
 * it contains the input, to be sent again.
 */
export function sendDatabaseFaultPage(request: FastifyRequest, reply: FastifyReply, options: FaultPageOptions) {
  const nonce = randomBytes(16).toString('base64')
  const seconds = retrySeconds[options.fault]
  return reply
    .code(503)
    .headers({
      'retry-after': seconds,
      'cache-control': 'no-store',
      vary: 'Cookie, Accept-Language',
      'content-security-policy': buildPagePolicy({ nonce, isDevelopment: false }),
    })
    .type('text/html; charset=utf-8')
    .send(renderDatabaseFaultPage(request, { ...options, nonce, seconds }))
}

function renderDatabaseFaultPage(
  request: FastifyRequest,
  { fault, organization, basePath, nonce, seconds }: FaultPageOptions & { nonce: string; seconds: number },
): string {
  const locale = replyLocaleOf(request)
  const t = translator(locale, 'database-faults')
  const app = translator(locale, 'app')
  const isOperator = isInArea(request.url.slice(basePath.length))
  const isForm = isPostedForm(request)
  // It is unknown whether anything was stored before the connection broke.
  const isUnchanged = fault === 'readOnly' || fault === 'full'
  const paragraphs = [
    t(`${fault}.${isOperator ? 'operator' : 'text'}`),
    isOperator ? '' : t('safe'),
    isForm ? t(isUnchanged ? 'unchanged' : 'unsure') : '',
    t('again', { seconds }),
  ]
  return renderFallbackPage({
    locale,
    nonce,
    siteName: organization.name,
    title: t(`${fault}.title`),
    main: [
      ...paragraphs.filter(Boolean).map((text) => `<p>${escapeHtml(text)}</p>`),
      isForm ? renderResendForm(request, t) : renderReloadLink(request, app('problems.ways.reload')),
      isOperator ? '' : renderContactLine(t('contact'), organization),
    ].join('\n'),
    reference: `${app('problems.code', { code: 503 })} · ${app('problems.reference', { reference: request.id })}`,
  })
}

function renderReloadLink({ url }: FastifyRequest, label: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`
}

// A form with a secret must be filled in again; any other can be resubmitted as it was.
function renderResendForm({ url, body }: FastifyRequest, t: (key: string) => string): string {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  if (fields.some(([name]) => secretFieldPattern.test(name)))
    return `<p>${escapeHtml(t('secrets'))}</p>\n${renderReloadLink({ url } as FastifyRequest, t('backToForm'))}`
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`,
  )
  return `<form method="post" action="${escapeHtml(url)}">
<p>${escapeHtml(t('typed'))}</p>
${inputs.join('\n')}
<button>${escapeHtml(t('resend'))}</button>
</form>`
}

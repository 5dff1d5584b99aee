import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#domains/operator/settings.ts'
import type { DatabaseFault } from '#kit/server/database-fault.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { isInArea } from '../operator/guard.ts'
import { retrySeconds } from './database-refusal.ts'
import { localeOfReply } from './errors.ts'
import { contactLine, fallbackPage } from './last-resort-page.ts'
import { pagePolicy } from './page-policy.ts'
import { translator } from './texts.ts'

type FaultPageOptions = {
  fault: DatabaseFault
  /** What is remembered of the settings, which may be nothing. */
  organization: Pick<Settings['organization'], 'name' | 'phone' | 'schedule'>
  basePath: string
}

// Nothing that opens anything goes back into a page.
const secretName = /pass|current|repeat|code|secret|token|key/i

/** Whether a browser has posted a form, so that its visitor reads what is answered. */
export function isPostedForm({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'POST' && (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
}

/**
 * Answers 503 with the page of a fault of the database, which asks nothing of it. Below a form without script it stands with
 * what was typed, to be sent again.
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
      'content-security-policy': pagePolicy({ nonce, isDevelopment: false }),
    })
    .type('text/html; charset=utf-8')
    .send(pageOf(request, { ...options, nonce, seconds }))
}

function pageOf(
  request: FastifyRequest,
  { fault, organization, basePath, nonce, seconds }: FaultPageOptions & { nonce: string; seconds: number },
): string {
  const locale = localeOfReply(request)
  const t = translator(locale, 'database-faults')
  const app = translator(locale, 'app')
  const isOperator = isInArea(request.url.slice(basePath.length))
  const isForm = isPostedForm(request)
  // Whether something arrived before the connection broke is not known.
  const isUnchanged = fault === 'readOnly' || fault === 'full'
  const paragraphs = [
    t(`${fault}.${isOperator ? 'operator' : 'text'}`),
    isOperator ? '' : t('safe'),
    isForm ? t(isUnchanged ? 'unchanged' : 'unsure') : '',
    t('again', { seconds }),
  ]
  return fallbackPage({
    locale,
    nonce,
    siteName: organization.name,
    title: t(`${fault}.title`),
    main: [
      ...paragraphs.filter(Boolean).map((text) => `<p>${escapeHtml(text)}</p>`),
      isForm ? wayBack(request, t) : reload(request, app('problems.ways.reload')),
      isOperator ? '' : contactLine(t('contact'), organization),
    ].join('\n'),
    reference: `${app('problems.code', { code: 503 })} · ${app('problems.reference', { reference: request.id })}`,
  })
}

function reload({ url }: FastifyRequest, label: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`
}

// A form that holds a secret is filled in again; any other is sent as it was.
function wayBack({ url, body }: FastifyRequest, t: (key: string) => string): string {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  if (fields.some(([name]) => secretName.test(name)))
    return `<p>${escapeHtml(t('secrets'))}</p>\n${reload({ url } as FastifyRequest, t('backToForm'))}`
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`,
  )
  return `<form method="post" action="${escapeHtml(url)}">
<p>${escapeHtml(t('typed'))}</p>
${inputs.join('\n')}
<button>${escapeHtml(t('resend'))}</button>
</form>`
}

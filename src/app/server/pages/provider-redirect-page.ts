import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { providerRedirectPath, returnPath } from '#domains/payments/paths.ts'
import { findAttemptOfPayment } from '#domains/payments/server/attempt-store.ts'
import { isOutdated } from '#domains/payments/server/refuse-other-amount.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { notFound } from '#kit/server/serve.ts'
import type { ProviderForm } from '#outside/payments/payment-provider.ts'
import { ownOrigin } from '../http/http-server.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from '../wiring/context.ts'
import { renderPlainPage } from './plain-page.ts'

type ProviderRedirectPageDeps = { app: FastifyInstance; context: Context; actors: Actors }

/**
 * Serves the page that redirects a browser to the page of a payment provider with a form that submits itself. It is a
 * separate page because only its policy allows a form to post to another site, and it contains no third-party code.
 * Anyone who returns to it with the back button, or after the payment is over or the amount has changed, is redirected
 * to the invoices.
 */
export function serveProviderRedirectPage({ app, context, actors }: ProviderRedirectPageDeps) {
  const { db, payments: platforms, settings, config } = context

  app.get<{ Params: { platform: string; paymentId: string } }>(
    providerRedirectPath(':platform', ':paymentId'),
    async (request, reply) => {
      const { platform, paymentId } = request.params
      const actor = await actors.actorOf(request)
      if (actor.kind !== 'customer') return reply.redirect(`${config.basePath}/login`, 302)
      const { customerIds, readonly, locale } = actor
      const attempt = await findAttemptOfPayment(db, { customerIds, platform, paymentId })
      if (!attempt || readonly) throw notFound()
      const addressOf = async (isPaid: boolean) => {
        const path = returnPath(paymentId, isPaid)
        return config.basePath + ((await request.server.addressIn?.(path, locale)) ?? path)
      }
      const returnAddress = await addressOf(false)
      const origin = ownOrigin(request, config)
      const visit = { locale, paidAddress: origin + (await addressOf(true)), unpaidAddress: origin + returnAddress }
      const isOpen = attempt.state === 'requires_action' && !(await isOutdated(db, attempt))
      const form = isOpen ? await platforms.get(platform)?.createForm?.(paymentId, visit) : null
      reply.header('cache-control', 'no-store')
      if (!form) return reply.redirect(returnAddress, 302)
      const { organization, brand } = settings.now()
      const t = translator(locale, 'payments.document.leaving')
      const { html, policy } = renderPlainPage({
        locale,
        title: t('title'),
        name: organization.name,
        color: brand.color,
        head: `<script>${script}</script>\n`,
        main: `<p>${escapeHtml(t('text', { name: organization.name }))}</p>
${renderProviderForm(form, t('way'))}
<p><a id="back" class="second" href="${escapeHtml(returnAddress)}">${escapeHtml(t('back'))}</a></p>`,
        allows: { script: scriptDigest, formAction: new URL(form.address).origin },
      })
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
    },
  )
}

function renderProviderForm({ address, fields }: ProviderForm, buttonLabel: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(address)}">${inputs.join('')}<button>${escapeHtml(buttonLabel)}</button></form>`
}

// The back button on the provider's page leads here, and must not redirect again.
const script = `addEventListener('pageshow', (event) => {
  const [visit] = performance.getEntriesByType('navigation')
  if (event.persisted || visit?.type === 'back_forward') location.replace(document.getElementById('back').href)
  else document.forms[0].submit()
})`
const scriptDigest = createHash('sha256').update(script).digest('base64')

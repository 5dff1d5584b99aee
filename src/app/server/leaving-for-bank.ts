import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { leavingPath, returnPath } from '#domains/payments/paths.ts'
import { findAttemptOfPayment } from '#domains/payments/server/attempt-store.ts'
import { isOutdated } from '#domains/payments/server/seen-amount.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { notFound } from '#kit/server/serve.ts'
import type { ProviderForm } from '#outside/payments/payments.ts'
import type { Context } from './context.ts'
import { ownOrigin } from './http.ts'
import { plainPage } from './plain-page.ts'
import { translator } from './texts.ts'

type Needs = { app: FastifyInstance; context: Context; actors: Actors }

/**
 * The page from which a browser leaves for the page of a card provider, by a form that sends itself. It is a page of its
 * own because its policy alone lets a form lead to somebody else, and nothing of anybody else stands on it. Who comes
 * back to it by the browser's own way, or when the payment is over or another amount is owed by now, is led to the invoices.
 */
export function leavingForBank({ app, context, actors }: Needs) {
  const { db, payments: platforms, settings, config } = context

  app.get<{ Params: { platform: string; paymentId: string } }>(
    leavingPath(':platform', ':paymentId'),
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
      const back = await addressOf(false)
      const origin = ownOrigin(request, config)
      const visit = { locale, paidAddress: origin + (await addressOf(true)), unpaidAddress: origin + back }
      const isOpen = attempt.state === 'requires_action' && !(await isOutdated(db, attempt))
      const form = isOpen ? await platforms.get(platform)?.formFor?.(paymentId, visit) : null
      reply.header('cache-control', 'no-store')
      if (!form) return reply.redirect(back, 302)
      const { organization, brand } = settings.now()
      const say = translator(locale, 'payments.document.leaving')
      const { html, policy } = plainPage({
        locale,
        title: say('title'),
        name: organization.name,
        color: brand.color,
        head: `<script>${script}</script>\n`,
        main: `<p>${escapeHtml(say('words', { name: organization.name }))}</p>
${formOf(form, say('way'))}
<p><a id="back" class="second" href="${escapeHtml(back)}">${escapeHtml(say('back'))}</a></p>`,
        allows: { script: scriptDigest, formAction: new URL(form.address).origin },
      })
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
    },
  )
}

function formOf({ address, fields }: ProviderForm, way: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(address)}">${inputs.join('')}<button>${escapeHtml(way)}</button></form>`
}

// Going back in the browser from the provider's page ends here, and must not lead there again.
const script = `addEventListener('pageshow', (event) => {
  const [visit] = performance.getEntriesByType('navigation')
  if (event.persisted || visit?.type === 'back_forward') location.replace(document.getElementById('back').href)
  else document.forms[0].submit()
})`
const scriptDigest = createHash('sha256').update(script).digest('base64')

import type { FastifyRequest } from 'fastify'
import { allowedWidgets, type CookieChoice, choiceOf, hasWidgets } from '#domains/consent/rules.ts'
import { findChoice, keepChoice } from '#domains/consent/server/cookie-choice.ts'
import type { Settings } from '#domains/operator/settings.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot } from '#kit/boot.ts'
import type { Locale } from '#kit/locale.ts'
import { ownAddress, withQuery } from '../web/own-address.ts'
import type { Context } from './context.ts'
import { cookieText } from './cookie-banner.ts'
import type { Form } from './session-forms.ts'

export const cookiesPage = '/cookies'

/** What of consent arrives with a page, by its path in key form: what was decided, and which scripts of others it may load. */
export async function consentPart(
  { db }: Context,
  { request, actor, settings, keyPath }: { request: FastifyRequest; actor: Actor; settings: Settings; keyPath: string },
): Promise<Pick<Boot, 'cookies' | 'widgets'>> {
  const cookies = await findChoice(db, { request, userId: ownerOf(actor), textVersion: cookieText('es').version })
  return { cookies, widgets: hasWidgets(keyPath) ? allowedWidgets(settings, cookies) : undefined }
}

/** The form of the banner and of the page of cookies: what is decided holds at once, and leads back to where it was. */
export function consentForms({
  context,
  actors,
  localeOf,
}: {
  context: Context
  actors: Actors
  localeOf: (request: FastifyRequest) => Promise<Locale>
}): Record<string, Form> {
  return {
    async [cookiesPage]({ fields, request, reply }) {
      const choice: CookieChoice | null = choiceOf(fields)
      if (!choice) return { kind: 'again', failed: ['choice'] }
      const actor = await actors.actorOf(request)
      const locale = await localeOf(request)
      await keepChoice(context, { request, reply, userId: ownerOf(actor), choice, text: cookieText(locale), locale })
      return { kind: 'goOn', address: ownAddress(fields.to) ?? withQuery(cookiesPage, [['saved', '1']]) }
    },
  }
}

// Who only looks at the account of somebody else decides nothing for them.
function ownerOf(actor: Actor): number | null {
  return actor.kind === 'customer' && !actor.readonly ? actor.userId : null
}

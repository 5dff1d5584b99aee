import type { FastifyRequest } from 'fastify'
import { parsePortalAddress, withQuery } from '#app/web/portal-address.ts'
import { type CookieChoice, choiceFromForm, findAllowedWidgets, hasWidgets } from '#domains/consent/rules.ts'
import { findChoice, saveChoice } from '#domains/consent/server/cookie-choice.ts'
import type { Settings } from '#domains/operator/settings.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { Actor } from '#kit/actor.ts'
import type { Boot } from '#kit/boot.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { FormHandler } from '../forms/session-forms.ts'
import { consentTextIn } from '../pages/cookie-banner.ts'
import type { Context } from './context.ts'

export const cookiesPage = '/cookies'

/**
 * Returns the consent data of a page, by its path in key form: the decision, and which third-party scripts the page may
 * load.
 */
export async function readConsentBoot(
  { db }: Context,
  { request, actor, settings, keyPath }: { request: FastifyRequest; actor: Actor; settings: Settings; keyPath: string },
): Promise<Pick<Boot, 'cookies' | 'widgets'>> {
  const cookies = await findChoice(db, {
    request,
    userId: consentOwnerOf(actor),
    textVersion: consentTextIn('es').version,
  })
  return { cookies, widgets: hasWidgets(keyPath) ? findAllowedWidgets(settings, cookies) : undefined }
}

/** Creates the form of the banner and of the cookie page: the decision takes effect at once and redirects back. */
export function createConsentForms({
  context,
  actors,
  localeOf,
}: {
  context: Context
  actors: Actors
  localeOf: (request: FastifyRequest) => Promise<Locale>
}): Record<string, FormHandler> {
  return {
    async [cookiesPage]({ fields, request, reply }) {
      const choice: CookieChoice | null = choiceFromForm(fields)
      if (!choice) return { kind: 'invalid', failed: ['choice'] }
      const actor = await actors.actorOf(request)
      const locale = await localeOf(request)
      await saveChoice(context, {
        request,
        reply,
        userId: consentOwnerOf(actor),
        choice,
        text: consentTextIn(locale),
        locale,
      })
      return { kind: 'redirect', address: parsePortalAddress(fields.to) ?? withQuery(cookiesPage, [['saved', '1']]) }
    },
  }
}

// Returns the user whose consent a form records. A read-only user cannot decide for the account.
function consentOwnerOf(actor: Actor): number | null {
  return actor.kind === 'customer' && !actor.readonly ? actor.userId : null
}

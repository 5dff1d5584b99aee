import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { Actor } from '#kit/actor.ts'
import { parsePortalAddress, withQuery } from '#kit/portal-address.ts'
import { form, invalidForm, type ServeForm } from '#kit/server/form.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { choiceFromForm } from '../rules.ts'
import { type CookieText, saveChoice } from './cookie-choice.ts'

export const cookiesPage = '/cookies'

const cookieChoiceForm = form({ page: cookiesPage, access: 'anyone' })

type CookieFormDeps = {
  serve: ServeForm
  db: Database
  cookies: SessionCookies
  clock: () => Date
  localeOf: (request: FastifyRequest) => Promise<Locale>
  textIn: (locale: Locale) => CookieText
}

/** Serves the form of the banner and of the cookie page: the decision takes effect at once and redirects back. */
export function cookieForm({ serve, localeOf, textIn, ...deps }: CookieFormDeps) {
  serve(cookieChoiceForm, async ({ actor, fields, request, reply }) => {
    const choice = choiceFromForm(fields)
    if (!choice) return invalidForm('choice')
    const locale = await localeOf(request)
    const decision = { request, reply, userId: consentOwnerOf(actor), choice, text: textIn(locale), locale }
    await saveChoice(deps, decision)
    return { kind: 'redirect', address: parsePortalAddress(fields.to) ?? withQuery(cookiesPage, [['saved', '1']]) }
  })
}

/** Returns the user whose consent is recorded. A read-only user cannot decide for the account. */
export function consentOwnerOf(actor: Actor): number | null {
  return actor.kind === 'customer' && !actor.readonly ? actor.userId : null
}

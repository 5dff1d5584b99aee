import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { parseId } from '#kit/parse-id.ts'
import { queryOf } from '#kit/portal-address.ts'
import { type FormOutcome, form, invalidForm, type ServeForm } from '#kit/server/form.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { subscriberByLink } from '../api.ts'
import { newsletterPaths } from '../paths.ts'
import { looksLikeEmail } from '../rules.ts'
import { findNewsletterSubject } from './find-newsletter-subject.ts'
import { linkCookieName, storeNewLink } from './link-cookie.ts'
import { saveNewsletters } from './save-newsletters.ts'
import { findEmailOfUser } from './subscriber-store.ts'
import { unsubscribeByLink } from './unsubscribe-by-link.ts'

const newsletterForm = form({ page: newsletterPaths.en, access: 'anyone' })

type NewsletterFormDeps = {
  serve: ServeForm
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  cookies: SessionCookies
  newsletterKeys: KeyRing
  clock: () => Date
}

/**
 * Serves the form of the newsletter page; and handles the one-click POST of mail programs to the List-Unsubscribe URL
 * (RFC 8058), which is the page's with the signed link in it.
 */
export function newsletterForms({ serve, db, settings, cookies, newsletterKeys: keys, clock }: NewsletterFormDeps) {
  serve(newsletterForm, async ({ actor, fields, address, request, reply }) => {
    if (!settings.now().newsletter.enabled) return { kind: 'redirect', address: newsletterPaths.en }
    const query = queryOf(address)
    const now = clock()
    if (fields['List-Unsubscribe'] === 'One-Click') {
      const hasLeft = await unsubscribeByLink({ db, keys, now }, query.get('params') ?? '', request.id)
      return hasLeft ? doneOutcome('left') : invalidForm('newsletter_link_invalid')
    }
    if (actor.readonly) return invalidForm('token_readonly')
    const isByLink = query.has('link')
    const ownEmail = actor.kind === 'customer' ? await findEmailOfUser(db, actor.userId) : undefined
    const subscriber = isByLink ? subscriberByLink : (ownEmail ?? fields.email ?? '')
    if (!isByLink && !looksLikeEmail(subscriber)) return invalidForm('invalid_email')
    const deps = { db, keys, now, isLinkRequired: settings.now().newsletter.jwtParamsRequired }
    const subscription = await findNewsletterSubject(deps, subscriber, {
      actor,
      token: request.cookies[linkCookieName],
    })
    if (!subscription) return invalidForm('newsletter_link_invalid')
    const outcome = await saveNewsletters(
      { db, clock },
      subscription,
      { chosen: chosenNewslettersIn(fields), locale: actor.locale, requestId: request.id },
      request.ip,
    )
    switch (outcome.kind) {
      case 'saved':
        if (subscription.kind === 'owner' && subscription.confirmation)
          await storeNewLink({ keys, cookies, now }, { subscriberId: outcome.subscriberId }, request, reply)
        return doneOutcome('saved', isByLink)
      case 'removed':
        cookies.remove(request, reply, linkCookieName)
        return doneOutcome('removed')
      case 'asked':
        return doneOutcome('asked')
      case 'refused':
        return invalidForm(outcome.code)
      default:
        return invalidForm(refusalCodes[outcome.kind])
    }
  })
}

const refusalCodes = {
  throttled: 'too_many_attempts',
  locked: 'newsletter_locked',
  spent: 'newsletter_link_invalid',
  unknown: 'unexpected',
} as const

/** Returns the newsletters that are ticked in a form, one field each. */
function chosenNewslettersIn(fields: Record<string, string>): number[] {
  return Object.keys(fields).flatMap((name) => {
    return parseId(/^newsletter-(\d+)$/.exec(name)?.[1]) ?? []
  })
}

function doneOutcome(what: string, isByLink = false): FormOutcome {
  return { kind: 'redirect', address: `${newsletterPaths.en}?${isByLink ? 'link=1&' : ''}done=${what}` }
}

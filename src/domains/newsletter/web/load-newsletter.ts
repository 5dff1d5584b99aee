import { settingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { newsletterPageQuery, readVisit } from './queries.ts'

/** Fetches the subscriptions of the visitor. The page reports failures and offers a retry. */
export async function loadNewsletter({ send, boot, search, prefetch }: LoadContext) {
  await prefetch(newsletterPageQuery(send, readVisit(boot, settingsOf(boot), search))).catch(() => {})
}

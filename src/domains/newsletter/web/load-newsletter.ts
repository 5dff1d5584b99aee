import { settingsOf } from '#domains/operator/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { standingQuery, visitOf } from './queries.ts'

/** Fetches what whoever opens the page is subscribed to. What fails is told on the page, where it can be tried again. */
export async function loadNewsletter({ send, boot, search, prefetch }: LoadContext) {
  await prefetch(standingQuery(send, visitOf(boot, settingsOf(boot), search))).catch(() => {})
}

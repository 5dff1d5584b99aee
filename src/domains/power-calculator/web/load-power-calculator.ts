import type { LoadContext } from '#kit/web/page.ts'
import { adviceQuery, suppliesQuery } from './queries.ts'

/** Fetches what was measured of the first contract of who is signed in. What fails is told on the page, where it can be tried again. */
export async function loadPowerCalculator({ send, boot, prefetch }: LoadContext) {
  if (!boot.signedIn || boot.hasUpstream) return
  try {
    const [first] = await prefetch(suppliesQuery(send))
    if (first) await prefetch(adviceQuery(send, first.name))
  } catch {
    // See above.
  }
}

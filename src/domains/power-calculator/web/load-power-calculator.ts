import type { LoadContext } from '#kit/web/page.ts'
import { adviceQuery, suppliesQuery } from './queries.ts'

/** Prefetches the advice for the first contract of the signed-in user. The page shows errors, with a retry. */
export async function loadPowerCalculator({ send, boot, prefetch }: LoadContext) {
  if (!boot.signedIn || boot.hasUpstream) return
  try {
    const [first] = await prefetch(suppliesQuery(send))
    if (first) await prefetch(adviceQuery(send, first.name))
  } catch {
    // The page shows the error, with a retry.
  }
}

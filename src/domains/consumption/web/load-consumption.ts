import type { LoadContext } from '#kit/web/page.ts'
import { findComparableRange } from '../comparison.ts'
import { hasCurves } from '../rules.ts'
import { isComparedByDefault } from './is-compared-by-default.ts'
import { curveQuery } from './queries.ts'
import { parseViewSearch } from './view-search.ts'

type ConsumptionLoadContext = Pick<LoadContext, 'send' | 'search' | 'prefetch'>

/**
 * Prefetches what the section shows first: the curve and that of the year before, without which a browser shows the page a
 * round trip earlier. The section itself reports errors.
 */
export async function loadConsumption(
  { send, search, prefetch }: ConsumptionLoadContext,
  { id: contractId, energy, tariff }: { id: number; energy: 'electricity' | 'gas'; tariff: string },
): Promise<void> {
  const { type, range, isInvalid } = parseViewSearch(search)
  if (energy === 'gas') return loadGas({ send, search, prefetch }, contractId)
  if (isInvalid || !hasCurves(tariff)) return
  try {
    const curve = await prefetch(curveQuery(send, { contractId, type, range }))
    const before = isComparedByDefault(type) && findComparableRange(curve)
    if (before) await unlessInBrowser(prefetch(curveQuery(send, { contractId, type, range: before })))
  } catch {
    // An error here must not affect the rest of the page.
  }
}

async function loadGas({ send, search, prefetch }: ConsumptionLoadContext, contractId: number): Promise<void> {
  const { range, isInvalid } = parseViewSearch({ ...search, curve: 'monthly' })
  if (isInvalid) return
  try {
    // Only gas pages load the code that queries it.
    const { gasQuery } = await import('./gas/gas-queries.ts')
    const { curve } = await prefetch(gasQuery(send, { contractId, range }))
    const before = findComparableRange(curve)
    if (before) await unlessInBrowser(prefetch(gasQuery(send, { contractId, range: before })))
  } catch {
    // An error here must not affect the rest of the page.
  }
}

/** Waits on the server, which sends a page once and whole. In a browser, the data is shown when it arrives. */
async function unlessInBrowser(prefetched: Promise<unknown>): Promise<void> {
  if (import.meta.env.SSR) await prefetched
  else prefetched.catch(() => {})
}

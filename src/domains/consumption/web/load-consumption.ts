import type { LoadContext } from '#kit/web/page.ts'
import { comparableRange } from '../comparison.ts'
import { hasCurves } from '../rules.ts'
import { readView } from './address.ts'
import { isComparedAtFirst } from './compared.ts'
import { curveQuery } from './queries.ts'

type Needs = Pick<LoadContext, 'send' | 'search' | 'prefetch'>

/** Fetches what the section shows first: the curve and that of a year before. What fails is told by the section itself. */
export async function loadConsumption(
  { send, search, prefetch }: Needs,
  { contractId, tariff }: { contractId: number; tariff: string },
): Promise<void> {
  const { type, range, isInvalid } = readView(search)
  if (isInvalid || !hasCurves(tariff)) return
  try {
    const curve = await prefetch(curveQuery(send, { contractId, type, range }))
    const before = isComparedAtFirst(type) && comparableRange(curve)
    if (before) await prefetch(curveQuery(send, { contractId, type, range: before }))
  } catch {
    // The rest of the page is none the worse for it.
  }
}

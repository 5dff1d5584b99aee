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
  { id: contractId, energy, tariff }: { id: number; energy: 'electricity' | 'gas'; tariff: string },
): Promise<void> {
  const { type, range, isInvalid } = readView(search)
  if (energy === 'gas') return loadGas({ send, search, prefetch }, contractId)
  if (isInvalid || !hasCurves(tariff)) return
  try {
    const curve = await prefetch(curveQuery(send, { contractId, type, range }))
    const before = isComparedAtFirst(type) && comparableRange(curve)
    if (before) await prefetch(curveQuery(send, { contractId, type, range: before }))
  } catch {
    // The rest of the page is none the worse for it.
  }
}

async function loadGas({ send, search, prefetch }: Needs, contractId: number): Promise<void> {
  const { range, isInvalid } = readView({ ...search, curve: 'monthly' })
  if (isInvalid) return
  try {
    // Only pages of gas load what reads it.
    const { gasQuery } = await import('./gas/gas-queries.ts')
    const { curve } = await prefetch(gasQuery(send, { contractId, range }))
    const before = comparableRange(curve)
    if (before) await prefetch(gasQuery(send, { contractId, range: before }))
  } catch {
    // The rest of the page is none the worse for it.
  }
}

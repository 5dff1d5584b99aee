import type { Fill } from '#kit/server/pdf/fill.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

/**
 * The period tokens of the portal's light mode: expensive periods are dark and cheap ones light, so that prints in grey
 * preserve the order.
 */
const fills: Record<Period, Fill> = {
  1: { color: '#193365', mark: '#193365', pattern: 'solid' },
  2: { color: '#235996', mark: '#437ab6', pattern: 'rising' },
  3: { color: '#3c9ac7', mark: '#1774a4', pattern: 'falling' },
  4: { color: '#50bdc9', mark: '#177f8e', pattern: 'level' },
  5: { color: '#84e1ba', mark: '#338d6b', pattern: 'dots' },
  6: { color: '#e2ef8b', mark: '#7a892a', pattern: 'edge' },
}

const withoutPeriod: Fill = { color: '#606865', mark: '#606865', pattern: 'solid' }

/** Energy fed into the grid. */
export const surplusFill: Fill = { color: '#f9b73f', mark: '#ac6304', pattern: 'upright' }

/**
 * Returns how the energy of a period is drawn. Tariffs with three periods borrow the matching positions from the scale
 * of six.
 */
export function fillOfPeriod(period: Period, periodCount: number): Fill {
  if (periodCount === 1) return withoutPeriod
  if (periodCount === 3) return fills[([1, 3, 6] as const)[period - 1]!]
  return fills[period]
}

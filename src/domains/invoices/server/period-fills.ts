import type { Fill } from '#kit/server/pdf/fill.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

/** The tokens of the periods in the light mode of the portal: dear is dark, cheap is light, so that grey print keeps the order. */
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

/** How the energy of a period is drawn; three periods borrow from six the places that they have on the scale of prices. */
export function fillOfPeriod(period: Period, periodCount: number): Fill {
  if (periodCount === 1) return withoutPeriod
  if (periodCount === 3) return fills[([1, 3, 6] as const)[period - 1]!]
  return fills[period]
}

import { demoDayOf } from '#db/demo/loads/demo-day.ts'
import { createRandom } from '#db/demo/random.ts'
import type { MarketPrices } from '#domains/offers/server/market-cost.ts'
import { daysFrom, type MarketDay, weekdayOf } from '#vocabulary/day.ts'

/** What remains of a deviation the day after: of fuels and water, which last for weeks, and of wind, which lasts for days. */
const lasting = { fuels: 0.97, wind: 0.6 }
/** So that months differ by about a third and days by a fifth, as in the market of 2024 and 2025. */
const spread = { fuels: 0.15, wind: 0.32 }
const meanCentsPerMwh = 6_500

/**
 * Invents day-ahead prices by the hour: cheap when the sun shines, dear in the evening and on cold days, lower on
 * Sundays, at a level that wanders.
 */
export function createMarketPrices(firstDay: MarketDay, lastDay: MarketDay): MarketPrices {
  let [fuels, wind] = [0, 0]
  return new Map(
    daysFrom(firstDay, lastDay).map((day) => {
      const random = createRandom('market', day)
      fuels = fuels * lasting.fuels + random.scatter() * spread.fuels
      wind = wind * lasting.wind + random.scatter() * spread.wind
      const { meanC, moments } = demoDayOf(day, 60)
      const cold = 1 + 0.012 * Math.max(0, 14 - meanC)
      const level = meanCentsPerMwh * Math.exp(fuels + wind) * cold * (weekdayOf(day) === 7 ? 0.8 : 1)
      const { cloudShare } = demoDayOf(day, 60)
      return [
        day,
        moments.map(({ hour, sunHeight }) => {
          const evening = 0.45 * Math.exp(-(((hour - 20.5) / 2) ** 2)) + 0.2 * Math.exp(-(((hour - 8) / 1.5) ** 2))
          return Math.round(level * (1 + evening - 0.75 * sunHeight * (1 - 0.5 * cloudShare)))
        }),
      ]
    }),
  )
}

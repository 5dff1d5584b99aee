import { type JudgedForecasts, shareInside } from '#domains/bill-forecasts/server/forecast/forecast-tally-testing.ts'
import { judgeForecasts } from '#domains/bill-forecasts/server/forecast/measure-forecasts-testing.ts'
import { judgeGasForecasts } from '#domains/bill-forecasts/server/gas/measure-gas-forecasts-testing.ts'

/**
 * Prints how many bills of two years of demo curves lay within the band of their forecasts, by kind of prices. `-- <seed>…`
 * measures demos with other people, weather and markets: a method that fits one of them only is none. Exits with 1 if a kind misses
 * its goal.
 */
const [seeds, points] = [process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['Demo Energia'], 12]
const measuredDays = [0, 5, 10, 15, 20, 25]
const goal = { least: 0.75, most: 0.85 }
const kinds: Record<string, (seed: string) => JudgedForecasts[]> = {
  'electricity, fixed prices': (seed) => judgeForecasts({ prices: 'fixed', points, measuredDays, seed }),
  'electricity, hourly prices': (seed) => judgeForecasts({ prices: 'market', points, measuredDays, seed }),
  gas: (seed) => judgeGasForecasts({ measuredDays, seed }),
}
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
for (const [kind, judge] of Object.entries(kinds)) {
  const bySeed = seeds.map((seed) => ({ seed, judged: judge(seed) }))
  const all = measuredDays.map((measured) =>
    sumOf(
      bySeed.flatMap(({ judged }) => judged),
      measured,
    ),
  )
  console.log(kind)
  console.table(
    all.map(({ measured, bills, below, inside, above, width, error }) => ({
      ...{ 'measured days': measured, bills, below, inside, above },
      ...{ 'inside of all': percent(inside / bills), 'width of the band': percent(width / bills) },
      'mean error': percent(error / bills),
    })),
  )
  if (seeds.length > 1)
    console.log(bySeed.map(({ seed, judged }) => `${seed}: ${percent(shareInside(judged))}`).join(', '))
  const share = shareInside(all)
  if (share < goal.least || share > goal.most) process.exitCode = 1
  console.log(`${percent(share)} of ${all.reduce((sum, { bills }) => sum + bills, 0)} bills within their band`)
}
console.log(`(goal of each kind: ${percent(goal.least)} to ${percent(goal.most)})`)

function sumOf(judged: readonly JudgedForecasts[], measured: number): JudgedForecasts {
  const own = judged.filter((each) => each.measured === measured)
  const sum = (name: keyof JudgedForecasts) => own.reduce((total, each) => total + each[name], 0)
  return {
    ...{ measured, bills: sum('bills'), below: sum('below'), inside: sum('inside') },
    ...{ above: sum('above'), width: sum('width'), error: sum('error') },
  }
}

import { judgeForecasts } from '#domains/bill-forecasts/server/forecast/measure-forecasts-testing.ts'

/** Prints how many bills of two years of demo curves lay within the band of their forecasts. */
const judged = judgeForecasts({ points: 12, measuredDays: [0, 5, 10, 15, 20, 25] })
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
console.table(
  judged.map(({ measured, bills, below, inside, above, width, error }) => ({
    ...{ 'measured days': measured, bills, below, inside, above },
    ...{ 'inside of all': percent(inside / bills), 'width of the band': percent(width), 'mean error': percent(error) },
  })),
)
const sumOf = (name: 'bills' | 'inside') => judged.reduce((sum, each) => sum + each[name], 0)
console.log(
  `${sumOf('inside')} of ${sumOf('bills')} bills within their band: ${percent(sumOf('inside') / sumOf('bills'))} (goal: 75 to 85 %)`,
)

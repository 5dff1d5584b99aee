/** How the forecasts of bills came out that were made when so many days of the bill were measured. */
export type JudgedForecasts = {
  measured: number
  bills: number
  below: number
  inside: number
  above: number
  /** Sums of the width of the band and of the error, as shares of the bill. */
  width: number
  error: number
}

/** Returns a tally without bills. */
export function emptyTally(measured: number): JudgedForecasts {
  return { measured, bills: 0, below: 0, inside: 0, above: 0, width: 0, error: 0 }
}

/** Counts the forecast of a bill. */
export function countForecast(
  tally: JudgedForecasts,
  {
    actualCents,
    expected,
    lowCents,
    highCents,
  }: { actualCents: number; expected: { totalCents: number }; lowCents: number; highCents: number },
) {
  tally.bills += 1
  if (actualCents < lowCents) tally.below += 1
  else if (actualCents > highCents) tally.above += 1
  else tally.inside += 1
  tally.width += (highCents - lowCents) / actualCents
  tally.error += Math.abs(expected.totalCents - actualCents) / actualCents
}

/** Returns the share of bills within their band. */
export function shareInside(tallies: readonly JudgedForecasts[]): number {
  const sumOf = (name: 'bills' | 'inside') => tallies.reduce((sum, each) => sum + each[name], 0)
  return sumOf('inside') / sumOf('bills')
}

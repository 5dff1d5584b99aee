/** A bar chart that a mail shows. Null is unknown, never zero. */
export type BarChart = {
  bars: readonly (number | null)[]
  /** Which bars the mail is about. */
  marked?: readonly number[]
  /** A limit across each bar, in the unit of the bars. */
  limits?: readonly number[]
}

/** Writes a chart as the text that a message holds. */
export function writeBars(chart: BarChart): string {
  return JSON.stringify(chart)
}

/** Reads a chart that `writeBars` has written. */
export function readBars(text: string): BarChart {
  return JSON.parse(text) as BarChart
}

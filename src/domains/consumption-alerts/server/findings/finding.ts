import type { BarChart } from '#domains/messages/bar-chart.ts'
import type { NewMessage } from '#domains/messages/server/queue-message.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** What an alert has found: the period that it tells of once, the values of its mail, and the curve in it. */
export type Finding = {
  period: MarketDay
  values: NewMessage['values']
  chart: BarChart
  /** The mail, where it is not that of the kind of the alert. */
  mail?: 'gas_budget'
}

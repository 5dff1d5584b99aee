import type { BillLine } from '#vocabulary/bill.ts'

/** How an invoice was calculated and from which values: enough to draw it and to verify every figure on it. */
export type InvoiceContent = {
  lines: BillLine[]
  /** Energy by tariff period, P1 first; a single value for gas. */
  energyWhByPeriod: number[]
  surplusWh: number
  /** Contracted power by period, P1 first; empty for gas. */
  powerWatts: number[]
  /** The highest power that the meter registered by period, P1 first; absent where it is not told. */
  maximumPowerWatts?: number[]
  /** Reactive energy by tariff period, P1 first; absent where it is not told. */
  reactiveVarhByPeriod?: number[]
  /** The number of the meter, and the code of the self-consumption (CAU), as of the bill; absent where they are not told. */
  meterNumber?: string
  cau?: string
  /** The address of the comparator of the CNMC in the retailer's own document; absent where it has none. */
  comparatorAddress?: string
  tariff: string
  /** The name of the product at the time. */
  productName: string
}

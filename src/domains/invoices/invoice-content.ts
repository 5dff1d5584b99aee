import type { BillLine } from '#vocabulary/bill.ts'

/** What an invoice was calculated from and how: enough to draw it, and to check every figure on it. */
export type InvoiceContent = {
  lines: BillLine[]
  /** Energy by tariff period, P1 first; one value for gas. */
  energyWhByPeriod: number[]
  surplusWh: number
  /** Contracted power by period, P1 first; empty for gas. */
  powerWatts: number[]
  tariff: string
  /** The product as it was called then. */
  productName: string
}

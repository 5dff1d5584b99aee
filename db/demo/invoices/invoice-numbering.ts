import type { MarketDay } from '#vocabulary/day.ts'

/** FE electricity, FG gas, FM multipoint, FR corrections. */
type InvoiceSeries = 'FE' | 'FG' | 'FM' | 'FR'

/** Numbers invoices in the order in which they are issued, separately by series and year: FE26/000123. */
export function createInvoiceNumbering(): (series: InvoiceSeries, issuedOn: MarketDay) => string {
  const last = new Map<string, number>()
  return (series, issuedOn) => {
    const prefix = `${series}${issuedOn.slice(2, 4)}`
    const number = (last.get(prefix) ?? 0) + 1
    last.set(prefix, number)
    return `${prefix}/${String(number).padStart(6, '0')}`
  }
}

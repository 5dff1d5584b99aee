import { accessCostsOf } from '#vocabulary/access-costs.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import type { InvoiceContext, InvoiceRecord } from './document-store.ts'
import type { BilledReadings, Particulars } from './invoice-document-model.ts'

type ParticularsSources = {
  months: InvoiceContext['months']
  nextPricesOn: InvoiceContext['nextPricesOn']
  readings: BilledReadings | null
  /** Where the energy of the retailer comes from; empty where it has not entered it. */
  energyOrigin: string
  figures: RegulatedPrices
}

/** Returns what an invoice tells of its meter and its contract besides what it charges. */
export function composeParticulars(
  invoice: InvoiceRecord,
  { months, nextPricesOn, readings, energyOrigin, figures }: ParticularsSources,
): Particulars {
  const { content, penalty_ends_on: penaltyEndsOn, penalty_percent: percent } = invoice
  const hasPenalty = penaltyEndsOn !== null && percent !== null && penaltyEndsOn >= invoice.ends_on
  return {
    meterNumber: content.meterNumber ?? null,
    accessContract: invoice.distributor_reference,
    readings,
    highestWatts: highestPowersOf(months),
    endsOn: invoice.contract_ends_on,
    renewsOn: invoice.renews_on !== null && invoice.renews_on > invoice.ends_on ? invoice.renews_on : null,
    penalty: hasPenalty ? { percent, endsOn: penaltyEndsOn } : null,
    nextPricesOn,
    energyOrigin: energyOrigin || null,
    selfConsumption:
      invoice.self_consumption_code === withoutSelfConsumption
        ? null
        : {
            code: invoice.self_consumption_code,
            cau: content.cau ?? null,
            compensatedWh: compensatedWhOf(content.lines),
          },
    accessCosts: accessCostsOf(content.lines, content.tariff, figures),
  }
}

const monthsOfYear = 12

/** Returns the highest power of each period in the last year; null where no bill tells it. */
function highestPowersOf(months: InvoiceContext['months']): number[] | null {
  const maxima = months
    .slice(-monthsOfYear)
    .flatMap(({ content }) => (content.maximumPowerWatts ? [content.maximumPowerWatts] : []))
  const periods = Math.max(0, ...maxima.map(({ length }) => length))
  if (periods === 0) return null
  return Array.from({ length: periods }, (_, index) => Math.max(...maxima.map((watts) => watts[index] ?? 0)))
}

/** The energy whose compensation a bill pays, which the meter nets by the hour. */
function compensatedWhOf(lines: readonly BillLine[]): number {
  return lines
    .filter(({ kind }) => kind === 'surplus')
    .reduce((sum, { quantity }) => sum + Math.round(Number(quantity) * 1000), 0)
}

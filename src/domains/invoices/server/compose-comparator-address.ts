import { readComparatorCode, writeComparatorCode } from '#vocabulary/comparator-code.ts'
import { createComparatorCode } from '#vocabulary/comparator-code-of-bill.ts'
import { comparatorRatesOf } from '#vocabulary/comparator-rates.ts'
import { reconcileComparatorCode } from '#vocabulary/comparator-sum.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import { nullIfUnknown } from '#vocabulary/null-if-unknown.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { energyPeriodCount, powerPeriodCount, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { InvoiceContext, InvoiceRecord } from './document-store.ts'

type ComparatorContext = Pick<InvoiceContext, 'months' | 'supplyPoint' | 'nextPricesOn'> & {
  /** The retailer's code in the CNMC register; empty where it has not entered it. */
  retailerCode: string
  figures: RegulatedPrices
}

const tariff = '2.0TD'

/**
 * Returns the address that a bill of the domestic tariff gives to the comparator of the CNMC (resolutions of 24 June
 * 2021, BOE-A-2021-11035, and of 6 October 2022, BOE-A-2022-16989). Null for other tariffs, where a value that every
 * bill must give is not known, and where its amounts, read back, do not add up to the total: a wrong comparison is
 * worse than none.
 */
export function composeComparatorAddress(
  invoice: InvoiceRecord,
  { months, supplyPoint, nextPricesOn, retailerCode, figures }: ComparatorContext,
): string | null {
  const { content, rectificative_type: rectificativeType } = invoice
  if (content.tariff !== tariff || content.lines.length === 0 || retailerCode === '') return null
  const year = sumYear(months)
  const contractEndsOn = invoice.renews_on ?? invoice.contract_ends_on ?? nextAnniversary(invoice)
  if (!year || contractEndsOn === null || content.powerWatts.length !== powerPeriodCount(tariff)) return null
  const range = { firstDay: invoice.starts_on, lastDay: invoice.ends_on }
  const address = writeComparatorCode(
    createComparatorCode({
      ...range,
      ...{ lines: content.lines, issuedOn: invoice.issued_on, rectificativeType, cups: invoice.cups },
      ...{ postcode: supplyPoint.postcode, retailerCode, year, contractEndsOn },
      ...{ powerWatts: content.powerWatts, energyWhByPeriod: content.energyWhByPeriod },
      penaltyEndsOn: invoice.penalty_ends_on,
      hasPromotion: invoice.promotion_ends_on !== null && invoice.promotion_ends_on >= invoice.ends_on,
      ...{ followsMarket: invoice.follows_market, nextPricesOn },
    }),
  )
  return rectificativeType !== 'N' || addsUp(address, invoice, { supplyPoint, figures }) ? address : null
}

/** Where a tax of the day or the territory is not known, nothing is added up. */
function addsUp(
  address: string,
  { content: { powerWatts }, due_on: dueDay }: InvoiceRecord,
  { supplyPoint, figures }: Pick<ComparatorContext, 'supplyPoint' | 'figures'>,
): boolean {
  const supply = { zone: zoneOfProvince(supplyPoint.province_code), powerWatts, dueDay }
  const code = readComparatorCode(address)!
  return nullIfUnknown(() => reconcileComparatorCode(code, comparatorRatesOf(supply, figures))) !== null
}

const monthsOfYear = 12

/** Sums the last billed months; null unless all have their periods, and some month its highest powers. */
function sumYear(allMonths: ComparatorContext['months']) {
  const months = allMonths.slice(-monthsOfYear)
  if (months.some(({ content }) => content.energyWhByPeriod.length !== energyPeriodCount(tariff))) return null
  const maxima = months.flatMap(({ content }) => (content.maximumPowerWatts ? [content.maximumPowerWatts] : []))
  if (maxima.length === 0) return null
  const energies = months.map(({ content }) => content.energyWhByPeriod)
  return {
    firstDay: months[0]!.starts_on,
    energyWhByPeriod: energies[0]!.map((_, index) => energies.reduce((sum, wh) => sum + wh[index]!, 0)),
    maximumPowerWatts: maxima[0]!.map((_, index) => Math.max(...maxima.map((watts) => watts[index]!))),
  }
}

/** Returns the first day after the bill on which a contract of a year is renewed. */
function nextAnniversary({
  contract_starts_on,
  ends_on,
}: Pick<InvoiceRecord, 'contract_starts_on' | 'ends_on'>): MarketDay | null {
  if (contract_starts_on === null) return null
  const years = Math.max(1, Number(ends_on.slice(0, 4)) - Number(contract_starts_on.slice(0, 4)))
  const inYear = addMonths(contract_starts_on, years * monthsOfYear)
  return inYear > ends_on ? inYear : addMonths(contract_starts_on, (years + 1) * monthsOfYear)
}

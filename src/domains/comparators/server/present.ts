import type { Offer } from '#domains/offers/server/offer-store.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import type { Comparison } from '../api.ts'
import { type BillParts, scaleToYear, splitBill } from '../comparison.ts'
import { presentOperations, type Translate } from './operations.ts'
import type { PricedOffer } from './price-offers.ts'
import type { SupplyLocation } from './supply-location.ts'

type ComparisonContext = {
  energy: 'electricity' | 'gas'
  range: DayRange
  location: SupplyLocation
  invoiceCents: Cents
  invoiceParts: BillParts | null
  energyWh: number
  today: MarketDay
  locale: Locale
  t: Translate
}

/** Presents a comparison for the API; the first product is the best. */
export function presentComparison(priced: readonly PricedOffer<unknown>[], context: ComparisonContext): Comparison {
  const [best] = priced as [PricedOffer<unknown>]
  const { energy, range, location, invoiceCents, invoiceParts, energyWh, today, t } = context
  return {
    header: writeHeader(best, context),
    content: writeContent(best, context),
    total_amount: euros(best.bill.totalCents),
    operations: presentOperations(best.bill, energy, t),
    invoice_amount: euros(invoiceCents),
    days: dayCount(range.firstDay, range.lastDay),
    kwh: Number(kwhFromWh(energyWh)),
    zone: location.zone,
    is_zone_known: location.isKnown,
    prices_on: today,
    parts: presentParts(splitBill(best.bill)),
    invoice_parts: invoiceParts && presentParts(invoiceParts),
    products: priced.map(({ offer, bill }) => ({
      ...presentProduct(offer),
      total_amount: euros(bill.totalCents),
      ...presentDifference(bill.totalCents - invoiceCents, range),
    })),
  }
}

/** Presents a product's name and the link to its details. */
export function presentProduct({ productId, name, description, link }: Offer<unknown>) {
  return { id: productId, name, ov_description: description, ov_link: link }
}

/** Presents a difference over the days, and scaled to a year of such days. */
export function presentDifference(cents: Cents, range: DayRange) {
  return { difference: euros(cents), difference_year: euros(scaleToYear(cents, range)) }
}

function writeHeader({ offer, bill }: PricedOffer<unknown>, { invoiceCents, locale, t }: ComparisonContext): string {
  const difference = bill.totalCents - invoiceCents
  const direction = difference < 0 ? 'less' : difference > 0 ? 'more' : 'same'
  const values = {
    product: offer.name,
    total: formatMoney(bill.totalCents, locale),
    invoice: formatMoney(invoiceCents, locale),
    difference: formatMoney(Math.abs(difference), locale),
  }
  return paragraph(t(`header.${direction}`, values))
}

function writeContent(
  { bill }: PricedOffer<unknown>,
  { energy, range, location, today, locale, t }: ComparisonContext,
): string {
  const hasSixPowers = bill.lines.filter(({ kind }) => kind === 'power').length > 2
  const sentences = [
    t(`content.${energy}`, {
      from: formatDay(range.firstDay, locale),
      to: formatDay(range.lastDay, locale),
      today: formatDay(today, locale),
      phases: !bill.lines.some(({ kind }) => kind === 'meter') ? 'none' : hasSixPowers ? 'three' : 'one',
    }),
    t(location.isKnown ? 'content.zone' : 'content.zoneGuessed', { zone: t(`zones.${location.zone}`) }),
    ...(hasSixPowers ? [t('content.excess')] : []),
    t('content.parts'),
  ]
  return sentences.map(paragraph).join('')
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function presentParts({ supplyCents, meterCents, taxesCents, totalCents }: BillParts) {
  return { supply: euros(supplyCents), meter: euros(meterCents), taxes: euros(taxesCents), total: euros(totalCents) }
}

function euros(cents: Cents): number {
  return Number(decimalFromCents(cents))
}

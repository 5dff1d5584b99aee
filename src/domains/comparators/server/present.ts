import type { Offer } from '#domains/offers/server/offer-store.ts'
import type { Locale } from '#kit/locale.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import type { DayRange } from '#vocabulary/dated-figures.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import type { Comparison } from '../api.ts'
import { type BillParts, partsOf, perYear } from '../comparison.ts'
import { presentOperations, type Say } from './operations.ts'
import type { Priced } from './price-products.ts'
import type { Place } from './supply-zone.ts'

type Compared = {
  energy: 'electricity' | 'gas'
  range: DayRange
  place: Place
  invoiceCents: Cents
  invoiceParts: BillParts | null
  energyWh: number
  today: MarketDay
  locale: Locale
  say: Say
}

/** The comparison as calls tell of it; the first of the products is the best. */
export function presentComparison(priced: readonly Priced<unknown>[], compared: Compared): Comparison {
  const [best] = priced as [Priced<unknown>]
  const { energy, range, place, invoiceCents, invoiceParts, energyWh, today, say } = compared
  return {
    header: header(best, compared),
    content: content(best, compared),
    total_amount: euros(best.bill.totalCents),
    operations: presentOperations(best.bill, energy, say),
    invoice_amount: euros(invoiceCents),
    days: dayCount(range.firstDay, range.lastDay),
    kwh: Number(kwhFromWh(energyWh)),
    zone: place.zone,
    is_zone_known: place.isKnown,
    prices_on: today,
    parts: presentParts(partsOf(best.bill)),
    invoice_parts: invoiceParts && presentParts(invoiceParts),
    products: priced.map(({ offer, bill }) => ({
      ...presentProduct(offer),
      total_amount: euros(bill.totalCents),
      ...presentDifference(bill.totalCents - invoiceCents, range),
    })),
  }
}

/** What a product is called and where there is more of it. */
export function presentProduct({ productId, name, description, link }: Offer<unknown>) {
  return { id: productId, name, ov_description: description, ov_link: link }
}

/** A difference over the days, and what it comes to in a year of them. */
export function presentDifference(cents: Cents, range: DayRange) {
  return { difference: euros(cents), difference_year: euros(perYear(cents, range)) }
}

function header({ offer, bill }: Priced<unknown>, { invoiceCents, locale, say }: Compared): string {
  const difference = bill.totalCents - invoiceCents
  const way = difference < 0 ? 'less' : difference > 0 ? 'more' : 'same'
  const values = {
    product: offer.name,
    total: formatMoney(bill.totalCents, locale),
    invoice: formatMoney(invoiceCents, locale),
    difference: formatMoney(Math.abs(difference), locale),
  }
  return paragraph(say(`header.${way}`, values))
}

function content({ bill }: Priced<unknown>, { energy, range, place, today, locale, say }: Compared): string {
  const hasSixPowers = bill.lines.filter(({ kind }) => kind === 'power').length > 2
  const sentences = [
    say(`content.${energy}`, {
      from: formatDay(range.firstDay, locale),
      to: formatDay(range.lastDay, locale),
      today: formatDay(today, locale),
      phases: !bill.lines.some(({ kind }) => kind === 'meter') ? 'none' : hasSixPowers ? 'three' : 'one',
    }),
    say(place.isKnown ? 'content.zone' : 'content.zoneGuessed', { zone: say(`zones.${place.zone}`) }),
    ...(hasSixPowers ? [say('content.excess')] : []),
    say('content.parts'),
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

import { drawFactSection } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { type DocumentBrand, textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawTable } from '#kit/server/pdf/table.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { comparePrices, type PriceRow } from '../price-rows.ts'
import type { RevisedYear, Revision } from '../revision.ts'
import type texts from '../texts/es.json'
import type { NoticeContract } from './notice-contract.ts'

/** The language and branding of notices. `t` returns the `document` texts of revisions. */
export type NoticeContext = {
  locale: Locale
  brand: DocumentBrand
  /** How customers reach the retailer to ask or to leave. */
  contact: { phone: string; email: string }
  t: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
}

export type NoticeDocument = { revision: Revision; contract: NoticeContract; year: RevisedYear | null; writtenAt: Date }

/**
 * Draws the notice of a revision as a tagged PDF, apart from any bill: what changes from when and why, the prices before
 * and after, the cost of the customer's own year before and after, and the right to leave free of charge
 * (RD 88/2026, articles 6.1.m and 6.1.n and seventh transitional provision).
 */
export function drawNotice(notice: NoticeDocument, context: NoticeContext): Promise<Buffer> {
  const { revision, contract, writtenAt } = notice
  const { locale, brand, t } = context
  const day = formatDay(revision.appliesOn, locale)
  const title = t(`titles.${revision.kind}`, { day })
  const pdf = openPdfDocument({
    ...{ language: locale, title, subject: contract.name, brand, createdAt: writtenAt, footer: brand.name },
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawFactSection(pdf, t('about'), factsOf(notice, context), 2)
  drawSection(pdf, t('why'))
  drawParagraph(pdf, revision.explanation[locale] ?? revision.explanation.es ?? '')
  if (revision.prices) {
    drawPrices(pdf, comparePrices(revision.prices.before, revision.prices.after), context)
    drawYear(pdf, notice, context)
  }
  drawSection(pdf, t('rights'))
  drawParagraph(pdf, t('leave', { day }))
  addSpace(pdf, 4)
  drawParagraph(pdf, t('contact', context.contact))
  return closePdfDocument(pdf)
}

function factsOf({ revision, contract, writtenAt }: NoticeDocument, { locale, t }: NoticeContext) {
  return [
    { label: t('contract'), value: contract.name },
    { label: t('holder'), value: contract.holder },
    { label: t('supply'), value: contract.supplyAddress },
    { label: t('product'), value: `${revision.product.name} · ${revision.tariff}` },
    { label: t('sentOn'), value: formatDay(marketDayOf(writtenAt, 'Europe/Madrid'), locale) },
    { label: t('appliesOn'), value: formatDay(revision.appliesOn, locale) },
  ]
}

function drawPrices(pdf: PdfDocument, rows: readonly PriceRow[], context: NoticeContext) {
  const { t } = context
  drawSection(pdf, t('prices'), 120)
  drawTable(
    pdf,
    [
      { head: t('columns.term'), share: 40 },
      { head: t('columns.before'), share: 30, align: 'right' },
      { head: t('columns.after'), share: 30, align: 'right' },
    ],
    rows.map((row) => ({
      cells: [nameOf(row, context), writePrice(row, row.before, context), writePrice(row, row.after, context)],
    })),
  )
  addSpace(pdf, 4)
  drawParagraph(pdf, t('beforeTaxes'), textStyles.note)
}

function nameOf({ term, period, periods }: PriceRow, { t }: NoticeContext): string {
  if (period === null) return t(`terms.${term}`)
  const word = periodNameOf(period as Period, periods)
  return `${t(`terms.${term}`)} · ${word ? t(`periods.${word}`) : `P${period}`}`
}

function writePrice({ unit }: PriceRow, price: string | null, { locale, t }: NoticeContext): string {
  return price === null ? '—' : t(`units.${unit}`, { price: formatDecimal(price, locale) })
}

function drawYear(pdf: PdfDocument, { year }: NoticeDocument, { locale, t }: NoticeContext) {
  drawSection(pdf, t('year'), 80)
  if (!year) return drawParagraph(pdf, t('yearUnknown'))
  const { basis, firstDay, lastDay, energyWh, beforeCents, afterCents } = year
  const range = { first: formatDay(firstDay, locale), last: formatDay(lastDay, locale) }
  drawParagraph(pdf, t(`yearBasis.${basis}`, { ...range, energy: formatEnergy(energyWh, locale) }))
  addSpace(pdf, 4)
  drawTable(
    pdf,
    [
      { head: t('columns.year'), share: 40 },
      { head: t('columns.before'), share: 30, align: 'right' },
      { head: t('columns.after'), share: 30, align: 'right' },
    ],
    [
      { cells: [t('yearCost'), formatMoney(beforeCents, locale), formatMoney(afterCents, locale)] },
      { kind: 'total', cells: [t('difference'), '', formatMoney(afterCents - beforeCents, locale)] },
    ],
  )
}

import { drawFactSection } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { type DocumentBrand, textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawTable } from '#kit/server/pdf/table.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { comparePrices, type PriceRow } from '../price-rows.ts'
import { namePrice, type RevisionTextOf, writePrice } from '../price-texts.ts'
import type { RevisedYear, Revision } from '../revision.ts'
import { isAgreed } from '../rules.ts'
import type { NoticeContract } from './notice-contract.ts'

/** The language and branding of notices. */
export type NoticeContext = {
  locale: Locale
  brand: DocumentBrand
  /** How customers reach the retailer to ask or to leave. */
  contact: { phone: string; email: string }
  t: RevisionTextOf
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
  const title = t(`document.titles.${revision.kind}`, { day })
  const pdf = openPdfDocument({
    ...{ language: locale, title, subject: contract.name, brand, createdAt: writtenAt, footer: brand.name },
    labelPage: (number, count) => t('document.page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawFactSection(pdf, t('document.about'), factsOf(notice, context), 2)
  drawSection(pdf, t('why.title'))
  drawParagraph(pdf, explain(notice, context))
  if (revision.kind === 'renewal' && !revision.prices) drawParagraph(pdf, t('notice.samePrices'))
  if (revision.prices) {
    drawPrices(pdf, comparePrices(revision.prices.before, revision.prices.after), context)
    drawYear(pdf, notice, context)
  }
  drawSection(pdf, t('document.rights'))
  drawParagraph(pdf, t(`document.leave.${rightsOf(notice)}`, { day }))
  addSpace(pdf, 4)
  drawParagraph(pdf, t('document.contact', context.contact))
  return closePdfDocument(pdf)
}

function factsOf({ revision, contract, writtenAt }: NoticeDocument, context: NoticeContext) {
  const { locale, t } = context
  return [
    { label: t('document.contract'), value: contract.name },
    { label: t('document.holder'), value: contract.holder },
    { label: t('document.supply'), value: contract.supplyAddress },
    { label: t('document.product'), value: `${revision.product.name} · ${revision.tariff}` },
    { label: t('document.sentOn'), value: formatDay(marketDayOf(writtenAt, 'Europe/Madrid'), locale) },
    { label: t('document.appliesOn'), value: formatDay(revision.appliesOn, locale) },
    ...(isAgreed(revision.kind) ? [{ label: t('document.penalty'), value: describePenalty(contract, context) }] : []),
  ]
}

function describePenalty({ penalty }: NoticeContract, { locale, t }: NoticeContext): string {
  if (!penalty) return t('document.noPenalty')
  const { percent, endsOn } = penalty
  return t('document.penaltyValue', { day: formatDay(endsOn, locale), percent: formatDecimal(percent, locale) })
}

function drawPrices(pdf: PdfDocument, rows: readonly PriceRow[], context: NoticeContext) {
  const { t } = context
  drawSection(pdf, t('priceTable.title'), 120)
  drawTable(
    pdf,
    [
      { head: t('priceTable.item'), share: 40 },
      { head: t('priceTable.before'), share: 30, align: 'right' },
      { head: t('priceTable.after'), share: 30, align: 'right' },
    ],
    rows.map((row) => ({
      cells: [namePrice(row, t), writePrice(row, row.before, context), writePrice(row, row.after, context)],
    })),
  )
  addSpace(pdf, 4)
  drawParagraph(pdf, t('priceTable.note'), textStyles.note)
}

/** Returns what changes and why: as agreed with the contract, or as an operator explains it. */
function explain({ revision, contract }: NoticeDocument, { locale, t }: NoticeContext): string {
  const { kind, explanation, appliesOn } = revision
  if (!isAgreed(kind)) return explanation[locale] ?? explanation.es ?? ''
  return t(`why.${kind}`, { day: formatDay(appliesOn, locale), promotion: contract.promotion ?? 'none' })
}

function rightsOf({ revision: { kind, appliesOn }, contract: { penalty } }: NoticeDocument) {
  if (kind === 'penalty_end') return 'penaltyEnd'
  if (kind === 'renewal') return 'renewal'
  if (kind !== 'promotion_end') return 'change'
  return penalty && penalty.endsOn >= appliesOn ? 'promotionWithPenalty' : 'promotion'
}

function drawYear(pdf: PdfDocument, { year }: NoticeDocument, { locale, t }: NoticeContext) {
  drawSection(pdf, t('year.title'), 80)
  if (!year) return drawParagraph(pdf, t('year.unknown'))
  const { basis, firstDay, lastDay, energyWh, beforeCents, afterCents } = year
  const range = { first: formatDay(firstDay, locale), last: formatDay(lastDay, locale) }
  drawParagraph(pdf, t(`year.basis.${basis}`, { ...range, energy: formatEnergy(energyWh, locale) }))
  addSpace(pdf, 4)
  drawTable(
    pdf,
    [
      { head: t('document.inYear'), share: 40 },
      { head: t('priceTable.before'), share: 30, align: 'right' },
      { head: t('priceTable.after'), share: 30, align: 'right' },
    ],
    [
      { cells: [t('document.yearCost'), formatMoney(beforeCents, locale), formatMoney(afterCents, locale)] },
      { kind: 'total', cells: [t('document.difference'), '', formatMoney(afterCents - beforeCents, locale)] },
    ],
  )
}

import { drawDescriptionList, drawFactSection, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { type DocumentBrand, textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import type texts from '../../texts/es.json'
import type { ContractToChange } from '../contract-to-change.ts'

/** The language and branding of a request document and its addressee. `t` returns its texts. */
export type RequestDocumentContext = {
  locale: Locale
  brand: DocumentBrand
  retailer: { name: string; nif: string; address: string; sepaSuffix: string }
  t: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
}

/** The requested change, its contract and the time of the request. */
export type RequestDocumentInput<Requested> = { contract: ContractToChange; requested: Requested; now: Date }

type RequestDocumentContent = { title: string; lead: string; draw: (pdf: PdfDocument) => void; promise: string }

/**
 * Draws a document to be signed as a tagged PDF: the request, the requester, the contract, the content from `draw`, and
 * what signing it means.
 */
export function drawRequest(
  { contract, now }: RequestDocumentInput<unknown>,
  { title, lead, draw, promise }: RequestDocumentContent,
  context: RequestDocumentContext,
): Promise<{ title: string; content: Buffer }> {
  const { t, locale, brand, retailer } = context
  const pdf = openPdfDocument({
    language: locale,
    title,
    subject: lead,
    brand,
    createdAt: now,
    footer: retailer.name,
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawParagraph(pdf, lead, textStyles.label)
  drawGroup(pdf, t('sections.contract'), contractFacts(contract, context))
  draw(pdf)
  drawSection(pdf, t('sections.signature'))
  drawParagraph(pdf, promise)
  addSpace(pdf, 6)
  const day = formatDay(marketDayOf(now, 'Europe/Madrid'), locale)
  drawDescriptionList(
    pdf,
    [
      { label: t('facts.place'), value: contract.supply.city },
      { label: t('facts.day'), value: day },
      { label: t('facts.signer'), value: `${contract.holder.name} · ${contract.holder.taxId}` },
      { label: t('facts.way'), value: t('electronically', { retailer: retailer.name }) },
    ],
    2,
  )
  return closePdfDocument(pdf).then((content) => ({ title, content }))
}

/** Draws a section of facts. */
export function drawGroup(pdf: PdfDocument, title: string, facts: readonly LabelledValue[]) {
  drawFactSection(pdf, title, facts, 2)
}

function contractFacts(
  { name, energy, supply, holder, tariff }: ContractToChange,
  { t }: RequestDocumentContext,
): LabelledValue[] {
  return [
    { label: t('facts.holder'), value: `${holder.name} · ${holder.taxId}` },
    { label: t('facts.contract'), value: t('contractOf', { energy, name }) },
    { label: t('facts.supply'), value: supply.address },
    { label: t('facts.cups'), value: splitCups(supply.cups).join('\u00a0') },
    { label: t('facts.tariff'), value: tariff },
    ...(supply.distributor ? [{ label: t('facts.distributor'), value: supply.distributor }] : []),
  ]
}

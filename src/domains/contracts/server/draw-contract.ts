import { drawFactSection, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { type DocumentBrand, textStyles } from '#kit/server/pdf/page-layout.ts'
import { closePdfDocument, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import { formatDay, formatPhone } from '#vocabulary/format.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import type texts from '../texts/es.json'
import type { ContractDocument } from './contract-document-model.ts'
import { drawPrices } from './draw-contract-prices.ts'

/** The language and branding of the document. `t` returns its texts, the `document` texts of contracts. */
export type ContractReportContext = {
  locale: Locale
  brand: DocumentBrand
  /** How customer care is reached, and by when it answers. */
  care: readonly LabelledValue[]
  t: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
}

/** Draws a contract as a tagged PDF: the holder, the supply, the prices, and the payment. */
export function drawContract(contract: ContractDocument, context: ContractReportContext): Promise<Buffer> {
  const pdf = openContractDocument(contract, context)
  drawGroup(pdf, context.t('sections.parties'), listPartyFacts(contract, context))
  drawGroup(pdf, context.t('sections.supply'), listSupplyFacts(contract, context))
  drawSection(pdf, context.t('sections.prices'), 120)
  drawPrices(pdf, contract, context)
  drawGroup(pdf, context.t('sections.payment'), listPaymentFacts(contract, context))
  drawFactSection(pdf, context.t('sections.contact'), context.care, 2)
  return closePdfDocument(pdf)
}

function openContractDocument(contract: ContractDocument, context: ContractReportContext): PdfDocument {
  const { locale, brand, t } = context
  const { name, energy, asOf, retailer } = contract
  const title = t('title', { name, energy })
  const statusText = writeStatusSentence(contract, context)
  const pdf = openPdfDocument({
    language: locale,
    title,
    subject: statusText,
    brand,
    createdAt: new Date(asOf),
    footer: retailer.name,
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawParagraph(pdf, statusText, textStyles.label)
  return pdf
}

/** Writes since when the contract has been in force, or until when it was, as of the day of the document. */
function writeStatusSentence(contract: ContractDocument, { locale, t }: ContractReportContext): string {
  const { status, signedOn, startsOn, endsOn, asOf } = contract
  const sentences = [
    t(`statuses.${status}`),
    ...(signedOn ? [t('signed', { day: formatDay(signedOn, locale) })] : []),
    ...(startsOn ? [t('starts', { day: formatDay(startsOn, locale) })] : []),
    ...(endsOn ? [t('ends', { day: formatDay(endsOn, locale) })] : []),
    t('asOf', { day: formatDay(asOf, locale) }),
  ]
  return sentences.join(' ')
}

/** Draws a section of facts. Unknown values are left out, and so is a section without any. */
function drawGroup(pdf: PdfDocument, title: string, facts: [label: string, value: string | null][]) {
  const known = facts.flatMap(([label, value]): LabelledValue[] => (value ? [{ label, value }] : []))
  if (known.length === 0) return
  drawFactSection(pdf, title, known, 2)
}

function listPartyFacts(
  { holder, payer, retailer }: ContractDocument,
  { t }: ContractReportContext,
): [string, string | null][] {
  return [
    [t('facts.holder'), `${holder.name} · ${holder.taxId}`],
    [t('facts.retailer'), retailer.name],
    [t('facts.payer'), `${payer.name} · ${payer.taxId}`],
    [t('facts.fiscalAddress'), payer.address],
  ]
}

function listSupplyFacts(contract: ContractDocument, { t }: ContractReportContext): [string, string | null][] {
  const { cups, address, cadastralReference, tariff, distributor, distributorReference } = contract.supply
  return [
    [t('facts.address'), address],
    [t('facts.cups'), splitCups(cups).join('\u00a0')],
    [t('facts.tariff'), tariff],
    [t('facts.cadastralReference'), cadastralReference],
    [t('facts.distributor'), distributor?.name ?? null],
    [t('facts.distributorReference'), distributorReference],
    [t('facts.breakdown'), written(distributor?.breakdownPhone)],
    ...(contract.energy === 'gas'
      ? [
          [t('facts.pressure'), contract.pressure] as [string, string | null],
          [t('facts.flowRate'), contract.flowRate] as [string, string | null],
        ]
      : []),
  ]
}

function listPaymentFacts(contract: ContractDocument, { t }: ContractReportContext): [string, string | null][] {
  const { iban, delivery, notification } = contract
  return [
    [t('facts.account'), iban ? maskIban(iban).replaceAll(' ', '\u00a0') : t('noAccount')],
    [t('facts.delivery'), t(`delivery.${delivery}`)],
    [t('facts.notification'), `${notification.name} · ${notification.address}`],
    [t('facts.reach'), [notification.email, written(notification.phone)].filter(Boolean).join(' · ')],
  ]
}

function written(phone: string | null | undefined): string | null {
  return phone ? formatPhone(phone) : null
}

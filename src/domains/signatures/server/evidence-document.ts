import { drawDescriptionList, drawFactSection, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import { languageTags } from '#vocabulary/language-tags.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type texts from '../texts/es.json'
import type { Evidence } from './evidence.ts'

/** The language and branding of the evidence. `t` returns its texts, the `document` texts of signatures. */
export type EvidenceDocumentContext = {
  locale: Locale
  brand: DocumentBrand
  t: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
}

/**
 * Draws the evidence of a signature as a tagged PDF of one page: who signed what, when, from where and with which code.
 */
export function drawEvidence(evidence: Evidence, context: EvidenceDocumentContext): Promise<Buffer> {
  const { locale, brand, t } = context
  const { title, signedAt, signer, documentSha256, documentBytes, provider } = evidence
  const at = new Date(signedAt)
  const pdf = openPdfDocument({
    language: locale,
    title: t('title'),
    subject: title,
    brand,
    createdAt: at,
    footer: brand.name,
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, t('title'))
  drawParagraph(pdf, t('summary', { name: signer.name, title, at: formatWithOffset(at, locale) }))
  drawFactSection(pdf, t('sections.signature'), factsOf(evidence, context), 2)
  drawFactSection(
    pdf,
    t('sections.document'),
    [
      { label: t('facts.document'), value: title },
      { label: t('facts.hash'), value: inGroups(documentSha256) },
      { label: t('facts.length'), value: t('bytes', { count: documentBytes }) },
      { label: t('facts.signature'), value: evidence.signatureId },
    ],
    1,
  )
  if (evidence.summary) drawDescriptionList(pdf, summaryFacts(evidence.summary, context), 1)
  if (evidence.annex) drawDescriptionList(pdf, annexFacts(evidence.annex, context), 1)
  addSpace(pdf, 12)
  drawParagraph(pdf, t('check', { provider }))
  return closePdfDocument(pdf)
}

function factsOf(evidence: Evidence, { locale, t }: EvidenceDocumentContext): LabelledValue[] {
  const { signer, signedAt, address, browser, code } = evidence
  return [
    { label: t('facts.signer'), value: signer.name },
    { label: t('facts.holder'), value: signer.holder },
    { label: t('facts.at'), value: formatWithOffset(new Date(signedAt), locale) },
    { label: t('facts.address'), value: address },
    { label: t('facts.code'), value: t(`channels.${code.channel}`, { to: code.to }) },
    { label: t('facts.browser'), value: browser || '—' },
  ]
}

function summaryFacts(
  { sha256, sentAt, readAt }: NonNullable<Evidence['summary']>,
  { locale, t }: EvidenceDocumentContext,
): LabelledValue[] {
  return [
    { label: t('facts.summarySent'), value: formatWithOffset(new Date(sentAt), locale) },
    { label: t('facts.summaryRead'), value: formatWithOffset(new Date(readAt), locale) },
    { label: t('facts.summaryHash'), value: inGroups(sha256) },
  ]
}

function annexFacts(
  { title, sha256, acceptedAt }: NonNullable<Evidence['annex']>,
  { locale, t }: EvidenceDocumentContext,
): LabelledValue[] {
  return [
    { label: t('facts.annex'), value: title },
    { label: t('facts.annexAccepted'), value: formatWithOffset(new Date(acceptedAt), locale) },
    { label: t('facts.annexHash'), value: inGroups(sha256) },
  ]
}

/** Formats an instant as `20/11/2026, 10:00:00 (GMT+01:00)`: market time to the second, with its UTC offset. */
function formatWithOffset(instant: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Europe/Madrid',
    timeZoneName: 'longOffset',
  }).format(instant)
}

/** Splits a hash into groups of eight, so that it wraps and can be compared by eye. */
function inGroups(hash: string): string {
  return hash.match(/.{1,8}/g)!.join(' ')
}

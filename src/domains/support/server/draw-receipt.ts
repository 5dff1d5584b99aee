import { drawDescriptionList } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'

/** What the receipt of a case states: what arrived, and when. */
export type CaseReceipt = {
  number: string
  subject: string
  message: string
  fileNames: readonly string[]
  openedAt: Date
  due: string | null
}

/** The language and branding of a receipt. `t` returns its texts, the `receipt` texts of support. */
export type ReceiptContext = {
  locale: Locale
  brand: DocumentBrand
  t: (key: string, values?: Record<string, string | number>) => string
}

/** Draws the receipt of a case as a tagged PDF: its number, its content, and the day and hour of its arrival. */
export function drawReceipt(receipt: CaseReceipt, { locale, brand, t }: ReceiptContext): Promise<Buffer> {
  const { number, subject, message, fileNames, openedAt, due } = receipt
  const title = t('title', { number })
  const pdf = openPdfDocument({
    ...{ language: locale, title, subject, brand, createdAt: openedAt, footer: brand.name },
    labelPage: (page, count) => t('page', { page, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  addSpace(pdf, 8)
  drawDescriptionList(
    pdf,
    [
      { label: t('number'), value: number },
      { label: t('received'), value: formatInstant(openedAt, locale) },
      ...(due === null ? [] : [{ label: t('due'), value: due }]),
      ...(fileNames.length > 0 ? [{ label: t('files'), value: fileNames.join(', ') }] : []),
    ],
    2,
  )
  drawSection(pdf, subject)
  for (const paragraph of message.split(/\n+/)) drawParagraph(pdf, paragraph)
  return closePdfDocument(pdf)
}

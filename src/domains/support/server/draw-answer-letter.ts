import { drawDescriptionList } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { addSpace, closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReceiptContext } from './draw-receipt.ts'

/** The last answer to a case, and to whom it is sent. */
export type AnswerLetter = {
  number: string
  subject: string
  message: string
  writtenAt: Date
  addressee: { name: string; address: string }
}

/** Draws the answer to a case as a tagged PDF, to be sent by letter. */
export function drawAnswerLetter(letter: AnswerLetter, { locale, brand, t }: ReceiptContext): Promise<Buffer> {
  const { number, subject, message, writtenAt, addressee } = letter
  const title = t('answer', { number })
  const pdf = openPdfDocument({
    ...{ language: locale, title, subject, brand, createdAt: writtenAt, footer: brand.name },
    labelPage: (page, count) => t('page', { page, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  addSpace(pdf, 8)
  drawDescriptionList(
    pdf,
    [
      { label: t('addressee'), value: `${addressee.name}\n${addressee.address}` },
      { label: t('answered'), value: formatInstant(writtenAt, locale) },
    ],
    2,
  )
  drawSection(pdf, subject)
  for (const paragraph of message.split(/\n+/)) drawParagraph(pdf, paragraph)
  return closePdfDocument(pdf)
}

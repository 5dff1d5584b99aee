import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { drawInFormat } from '#domains/customers/server/draw-in-format.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { drawAnswerLetter } from './draw-answer-letter.ts'
import { drawReceipt, type ReceiptContext } from './draw-receipt.ts'
import { findAnswerLetter } from './find-answer-letter.ts'
import { findReceipt } from './find-receipt.ts'

type ReceiptFileDeps = {
  db: Database
  settings: Pick<LiveSettings, 'now'>
  /** Returns the texts of receipts in a language. */
  receiptTextsFor: (locale: Locale) => ReceiptContext['t']
}

/** Returns the receipt of a case as a file, in the language of the case. */
export async function receiptFileOf(deps: ReceiptFileDeps, row: Selectable<SupportCase>) {
  const receipt = await findReceipt(deps.db, row)
  return pdfOf(receipt.number, await drawForAuthor(deps, row, (context) => drawReceipt(receipt, context)))
}

/** Returns the last answer to a case as a letter, in the language of the case; undefined if there is none. */
export async function answerLetterOf(deps: ReceiptFileDeps, row: Selectable<SupportCase>) {
  const letter = await findAnswerLetter(deps.db, row)
  return letter && pdfOf(letter.number, await drawForAuthor(deps, row, (context) => drawAnswerLetter(letter, context)))
}

/** Draws a document of a case as its author needs it, whoever downloads it. */
function drawForAuthor(
  deps: ReceiptFileDeps,
  row: Selectable<SupportCase>,
  draw: (context: ReceiptContext) => Promise<Buffer>,
): Promise<Buffer> {
  return drawInFormat(deps.db, { userId: row.opened_by_user_id }, () => draw(contextOf(deps, row)))
}

function pdfOf(name: string, content: Buffer) {
  return { content, fileName: `${name}.pdf`, mediaType: 'application/pdf' }
}

function contextOf({ settings, receiptTextsFor }: ReceiptFileDeps, row: Selectable<SupportCase>): ReceiptContext {
  const { organization, brand } = settings.now()
  const locale = row.locale as Locale
  return {
    ...{ locale, t: receiptTextsFor(locale) },
    brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
  }
}

import type { Term } from '#domains/duties/terms.ts'
import { drawFactSection } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawTable } from '#kit/server/pdf/table.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { PaperChannel, PaperContent, PaperKind } from '../paper-rules.ts'
import { type DebtContract, mayHavePvpc, topicsOf } from '../rules.ts'
import type { PaperRecipient } from './paper-recipient.ts'

/** The language and branding of papers. */
export type PaperContext = {
  locale: Locale
  brand: DocumentBrand
  /** How customers reach the retailer. */
  contact: { phone: string; email: string }
  /** The texts of this domain. */
  t: (key: string, values?: Record<string, string | number>) => string
}

export type PaperInput = {
  kind: PaperKind
  channel: PaperChannel
  content: PaperContent
  recipient: PaperRecipient
  contract: DebtContract
  writtenAt: Date
}

/**
 * Draws a demand of payment, or the announcement of the day of a suspension, as a tagged PDF with what annexes III and IV of
 * RD 897/2017 require: who owes what for which supply, by when the supply can be suspended, the regulated price and the
 * social bonus, what is never suspended, how to complain, and what a reconnection costs.
 */
export function drawPaper(input: PaperInput, context: PaperContext): Promise<Buffer> {
  const { kind, content, recipient, writtenAt } = input
  const { locale, brand, contact, t } = context
  const title = t(`document.titles.${kind}`)
  const pdf = openPdfDocument({
    ...{ language: locale, title, subject: recipient.contract, brand, createdAt: writtenAt, footer: brand.name },
    labelPage: (number, count) => t('document.page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawFactSection(pdf, t('document.about'), factsOf(input, context), 2)
  drawInvoices(pdf, content, context)
  drawSection(pdf, t('document.demand'))
  drawParagraph(pdf, t(`document.text.${kind}`, { amount: formatMoney(content.owedCents, locale) }))
  drawParagraph(pdf, consequenceOf(input, context))
  drawReconnection(pdf, content, context)
  drawRights(pdf, input, context)
  drawSection(pdf, t('document.how'))
  drawParagraph(pdf, t('document.pay'))
  drawParagraph(pdf, t('document.complain'))
  addSpace(pdf, 4)
  drawParagraph(pdf, t('document.contact', contact))
  return closePdfDocument(pdf)
}

function factsOf({ recipient, channel, writtenAt }: PaperInput, { locale, t }: PaperContext) {
  return [
    { label: t('document.holder'), value: recipient.holder },
    { label: t('document.contract'), value: recipient.contract },
    { label: t('document.supply'), value: recipient.supplyAddress },
    { label: 'CUPS', value: recipient.cups },
    { label: t('document.writtenOn'), value: formatDay(marketDayOf(writtenAt, 'Europe/Madrid'), locale) },
    { label: t('document.channel'), value: t(`channels.${channel}`) },
  ]
}

function drawInvoices(pdf: PdfDocument, { invoices, owedCents }: PaperContent, { locale, t }: PaperContext) {
  drawSection(pdf, t('document.owed'), 80)
  drawTable(
    pdf,
    [
      { head: t('document.invoice'), share: 34 },
      { head: t('document.issuedOn'), share: 22 },
      { head: t('document.dueOn'), share: 22 },
      { head: t('document.amount'), share: 22, align: 'right' },
    ],
    [
      ...invoices.map(({ number, issuedOn, dueOn, pendingCents }) => ({
        cells: [number, formatDay(issuedOn, locale), formatDay(dueOn, locale), formatMoney(pendingCents, locale)],
      })),
      { kind: 'total', cells: [t('document.total'), '', '', formatMoney(owedCents, locale)] },
    ],
  )
  addSpace(pdf, 4)
}

/** The notice of papers that were written before it stood in them. */
const formerNotice: Term = { count: 15, unit: 'working_days' }

/** Returns what follows if nothing is paid: the announced day, or the term of the norm that applies. */
function consequenceOf({ content, contract }: PaperInput, { locale, t }: PaperContext): string {
  const { suspendOn, suspensionFrom, hasSocialBonus, noticeTerm } = content
  if (suspendOn) return t('document.suspendOn', { day: formatDay(suspendOn, locale) })
  const notice = noticeTerm === null ? 'none' : t('notice', noticeTerm ?? formerNotice)
  if (!suspensionFrom) return t('document.suspendAsAgreed', { notice })
  const [term = 'main_home'] = topicsOf(contract, hasSocialBonus).slice(-1)
  return t('document.suspendFrom', { term, notice, day: formatDay(suspensionFrom, locale) })
}

function drawReconnection(pdf: PdfDocument, { reconnectionCents }: PaperContent, { locale, t }: PaperContext) {
  if (reconnectionCents === null) return
  drawParagraph(pdf, t('document.reconnection', { amount: formatMoney(reconnectionCents, locale) }))
}

function drawRights(pdf: PdfDocument, { contract }: PaperInput, { t }: PaperContext) {
  drawSection(pdf, t('document.rights'))
  if (mayHavePvpc(contract)) {
    drawParagraph(pdf, t('pvpc'))
    drawParagraph(pdf, t('document.bonus'))
  }
  if (contract.energy === 'electricity' && !contract.isCompany) drawParagraph(pdf, t('document.essential'))
  drawParagraph(pdf, t('document.parts'))
}

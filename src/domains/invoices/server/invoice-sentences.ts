import { dayCount } from '#vocabulary/day.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { roundedTo, wholeKwh } from '#vocabulary/rounded-parts.ts'
import type { DocumentPaper } from './document-paper.ts'
import type { BilledMonth, InvoiceDocument, InvoiceHead, Rectification } from './invoice-to-draw.ts'

/** Which invoice, and for which days. */
export function spanSentence({ firstDay, lastDay, issuedOn }: InvoiceHead, { locale, say }: DocumentPaper): string {
  return say('span', {
    first: formatDay(firstDay, locale),
    last: formatDay(lastDay, locale),
    days: dayCount(firstDay, lastDay),
    issued: formatDay(issuedOn, locale),
  })
}

/** What the customer has to do about the invoice, in the words of the portal. */
export function paymentSentence({ payment, totalCents }: InvoiceHead, { locale, say }: DocumentPaper): string {
  switch (payment.state) {
    case 'directDebit':
      return say('payment.directDebit', { day: formatDay(payment.on, locale), ending: payment.accountEnding })
    case 'transfer':
      return say('payment.transfer', { day: formatDay(payment.until, locale) })
    case 'unpaid':
      if (payment.pendingCents === totalCents) return say('payment.unpaid', { day: formatDay(payment.dueOn, locale) })
      return say('payment.partlyPaid', { pending: formatMoney(payment.pendingCents, locale) })
    case 'refund':
      return say('payment.refund', { ending: payment.accountEnding })
    default:
      return say(`payment.${payment.state}`)
  }
}

/** Why the total is what it is: against the same days a year before or, without them, what was used. */
export function reasonSentence(invoice: InvoiceDocument, { locale, say }: DocumentPaper): string {
  const { yearBefore, totalCents, firstDay, lastDay } = invoice
  const usedWh = totalWh(lastMonth(invoice))
  if (!yearBefore) {
    return say('consumed.alone', { energy: formatEnergy(usedWh, locale), days: dayCount(firstDay, lastDay) })
  }
  const cents = totalCents - yearBefore.totalCents
  // As the reader would subtract the two: both stand in the chart in whole kWh.
  const wh = roundedTo(usedWh, wholeKwh) - roundedTo(yearBefore.energyWh, wholeKwh)
  const cost = say(`cost.${directionOf(cents)}`, { amount: formatMoney(Math.abs(cents), locale) })
  const consumed = say(`consumed.${directionOf(wh)}`, { energy: formatEnergy(Math.abs(wh), locale) })
  return `${cost} ${consumed}`
}

/** What was used and fed in, and how much of it in the dearest hours where these have a name. */
export function useSentences(invoice: InvoiceDocument, { locale, say }: DocumentPaper): string {
  const month = lastMonth(invoice)
  const usedWh = totalWh(month)
  const days = dayCount(invoice.firstDay, invoice.lastDay)
  const perDay = formatEnergy(Math.round(usedWh / days), locale, { decimals: 1 })
  const sentences = [say('use.sentence', { energy: formatEnergy(usedWh, locale), days, perDay })]
  if (month.energyWh.length === 3 && usedWh > 0) {
    const percent = formatDecimal(Math.round((100 * month.energyWh[0]!) / usedWh), locale)
    sentences.push(say('use.peak', { percent: say('percent', { percent }) }))
  }
  if (month.surplusWh > 0) sentences.push(say('use.fedIn', { energy: formatEnergy(month.surplusWh, locale) }))
  return sentences.join(' ')
}

/** What the invoice does to an earlier one. */
export function rectificationSentence({ type, number }: Rectification, { say }: DocumentPaper): string {
  return number === null ? say('rectification.unnamed') : say(`rectification.${type}`, { number })
}

/** The month that the invoice is for. */
function lastMonth({ months }: InvoiceDocument): BilledMonth {
  return months.at(-1)!
}

export function totalWh({ energyWh }: BilledMonth): number {
  return energyWh.reduce((sum, wh) => sum + wh, 0)
}

function directionOf(difference: number): 'more' | 'less' | 'same' {
  if (difference === 0) return 'same'
  return difference > 0 ? 'more' : 'less'
}

import { dayCount } from '#vocabulary/day.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { roundToStep, wholeKwh } from '#vocabulary/round-parts.ts'
import type { DocumentContext } from './document-context.ts'
import type { BilledMonth, InvoiceDocument, InvoiceHead, Rectification } from './invoice-document-model.ts'

/** Returns the sentence with the billed period and the date of issue. */
export function writeSpanSentence(
  { firstDay, lastDay, issuedOn }: InvoiceHead,
  { locale, t }: DocumentContext,
): string {
  return t('span', {
    first: formatDay(firstDay, locale),
    last: formatDay(lastDay, locale),
    days: dayCount(firstDay, lastDay),
    issued: formatDay(issuedOn, locale),
  })
}

/** Returns the sentence on what the customer has to do about the invoice, in the wording of the portal. */
export function writePaymentSentence(
  { payment, totalCents }: InvoiceHead,
  { locale, today, t }: DocumentContext,
): string {
  switch (payment.state) {
    case 'directDebit':
      return t('payment.directDebit', { day: formatDay(payment.on, locale), ending: payment.accountEnding })
    case 'transfer':
      return t('payment.transfer', { day: formatDay(payment.until, locale) })
    case 'unpaid':
      if (payment.pendingCents === totalCents) {
        const isOverdue = payment.dueOn < today
        return t(isOverdue ? 'payment.overdue' : 'payment.unpaid', { day: formatDay(payment.dueOn, locale) })
      }
      return t('payment.partlyPaid', { pending: formatMoney(payment.pendingCents, locale) })
    case 'inParts': {
      if (!payment.isDue) return t('payment.inPlan')
      const next = { amount: formatMoney(payment.amountCents, locale), day: formatDay(payment.dueOn, locale) }
      if (payment.remainingCents === 0) return t('payment.lastPart', next)
      return t('payment.nextPart', { ...next, rest: formatMoney(payment.remainingCents, locale) })
    }
    case 'refund':
      return t('payment.refund', { ending: payment.accountEnding })
    default:
      return t(`payment.${payment.state}`)
  }
}

/**
 * Returns the sentence that explains the total: compared with the same period a year before or, without one, what was
 * consumed.
 */
export function writeReasonSentence(invoice: InvoiceDocument, { locale, t }: DocumentContext): string {
  const { yearBefore, totalCents, firstDay, lastDay } = invoice
  const usedWh = sumMonthWh(lastMonth(invoice))
  if (!yearBefore) {
    return t('consumed.alone', { energy: formatEnergy(usedWh, locale), days: dayCount(firstDay, lastDay) })
  }
  const cents = totalCents - yearBefore.totalCents
  // Subtracted as a reader would: the chart shows both in whole kWh.
  const wh = roundToStep(usedWh, wholeKwh) - roundToStep(yearBefore.energyWh, wholeKwh)
  const cost = t(`cost.${directionOf(cents)}`, { amount: formatMoney(Math.abs(cents), locale) })
  const consumed = t(`consumed.${directionOf(wh)}`, { energy: formatEnergy(Math.abs(wh), locale) })
  return `${cost} ${consumed}`
}

/**
 * Returns the sentences on the consumed and exported energy, with the share in the most expensive hours if these have a
 * name.
 */
export function writeConsumptionSentences(invoice: InvoiceDocument, { locale, t }: DocumentContext): string {
  const month = lastMonth(invoice)
  const usedWh = sumMonthWh(month)
  const days = dayCount(invoice.firstDay, invoice.lastDay)
  const perDay = formatEnergy(Math.round(usedWh / days), locale, { decimals: 1 })
  const sentences = [t('use.sentence', { energy: formatEnergy(usedWh, locale), days, perDay })]
  if (month.energyWh.length === 3 && usedWh > 0) {
    const percent = formatDecimal(Math.round((100 * month.energyWh[0]!) / usedWh), locale)
    sentences.push(t('use.peak', { percent: t('percent', { percent }) }))
  }
  if (month.surplusWh > 0) sentences.push(t('use.fedIn', { energy: formatEnergy(month.surplusWh, locale) }))
  return sentences.join(' ')
}

/** Returns the sentence on what the invoice does to an earlier one. */
export function writeRectificationSentence({ type, number }: Rectification, { t }: DocumentContext): string {
  return number === null ? t('rectification.unnamed') : t(`rectification.${type}`, { number })
}

/** Returns the month that the invoice is for. */
function lastMonth({ months }: InvoiceDocument): BilledMonth {
  return months.at(-1)!
}

export function sumMonthWh({ energyWh }: BilledMonth): number {
  return energyWh.reduce((sum, wh) => sum + wh, 0)
}

function directionOf(difference: number): 'more' | 'less' | 'same' {
  if (difference === 0) return 'same'
  return difference > 0 ? 'more' : 'less'
}

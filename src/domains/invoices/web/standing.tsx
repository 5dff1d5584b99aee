import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { Chip, type Tone } from '#kit/web/chip.tsx'
import { type IconShape, ringHalf } from '#kit/web/icons.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { type Attention, attentionOf, type InvoiceStanding } from '../rules.ts'
import type { ReadInvoice } from './read-invoice.ts'

const tones: Record<Attention, Tone> = { waiting: 'warning', owed: 'negative', settled: 'positive' }
const ownIcon: Partial<Record<InvoiceStanding, IconShape>> = { partly_paid: ringHalf }

/** How an invoice stands: a chip where something is still to happen; plain words where it is settled, or by the setting `Base`. */
export function Standing({ invoice: { standing } }: { invoice: Pick<ReadInvoice, 'standing'> }) {
  const t = useTranslations('invoices')
  const { paymentStatus } = useCustomerSettings().invoices
  if (!standing) return '—'
  const word = t(`standings.${standing}`)
  if (paymentStatus === 'Base') return word
  if (attentionOf(standing) === 'settled') return <span className="soft">{word}</span>
  return (
    <Chip tone={tones[attentionOf(standing)]} icon={ownIcon[standing]}>
      {word}
    </Chip>
  )
}

/** What follows from it: when it will be charged, how much is left. Null when nothing does. */
export function useStandingNote() {
  const t = useTranslations('invoices.standingNotes')
  const locale = useLocale()
  return (invoice: ReadInvoice): string | null => {
    if (invoice.dueOn && invoice.standing === 'will_be_charged')
      return t('on', { day: formatDay(invoice.dueOn, locale) })
    if (invoice.dueOn && invoice.standing === 'waiting_for_transfer')
      return t('until', { day: formatDay(invoice.dueOn, locale) })
    if (invoice.standing === 'partly_paid')
      return t('left', { amount: formatMoney(invoice.amountPendingCents, locale) })
    return null
  }
}

import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { Badge, type Tone } from '#kit/web/display/badge.tsx'
import { type IconShape, ringHalf } from '#kit/web/graphics/icons.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { type Attention, attentionOf, type InvoiceStatus } from '../../rules.ts'
import type { InvoiceModel } from '../parse-invoice.ts'

const tones: Record<Attention, Tone> = { waiting: 'warning', owed: 'negative', settled: 'positive' }
const statusTones: Partial<Record<InvoiceStatus, Tone>> = { in_parts: 'warning' }
const statusIcons: Partial<Record<InvoiceStatus, IconShape>> = { partly_paid: ringHalf, in_parts: ringHalf }

/**
 * Shows the status of an invoice: a badge while something is still to happen; plain text once it is settled, or with
 * the setting `Base`.
 */
export function InvoiceStatusBadge({ invoice: { status } }: { invoice: Pick<InvoiceModel, 'status'> }) {
  const t = useTranslations('invoices')
  const { paymentStatus } = useCustomerSettings().invoices
  if (!status) return '—'
  const word = t(`statuses.${status}`)
  if (paymentStatus === 'Base') return word
  if (attentionOf(status) === 'settled') return <span className="soft">{word}</span>
  return (
    <Badge tone={statusTones[status] ?? tones[attentionOf(status)]} icon={statusIcons[status]}>
      {word}
    </Badge>
  )
}

/**
 * Returns a function for the note on a status: when the invoice will be charged, its next part, or how much is left. Null if there is
 * none.
 */
export function useStatusNote() {
  const t = useTranslations('invoices.statusNotes')
  const locale = useLocale()
  return (invoice: InvoiceModel): string | null => {
    if (invoice.dueOn && invoice.status === 'will_be_charged') return t('on', { day: formatDay(invoice.dueOn, locale) })
    if (invoice.dueOn && invoice.status === 'waiting_for_transfer')
      return t('until', { day: formatDay(invoice.dueOn, locale) })
    if (invoice.dueOn && invoice.status === 'in_parts' && invoice.amountDueCents > 0)
      return t('nextPart', {
        amount: formatMoney(invoice.amountDueCents, locale),
        day: formatDay(invoice.dueOn, locale),
      })
    if (invoice.status === 'partly_paid') return t('left', { amount: formatMoney(invoice.amountPendingCents, locale) })
    return null
  }
}

import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import type { InvoiceFacts } from './shown-invoice.ts'

/** A line of an invoice by its place, with its figures as text. */
type LineQuestion = { place: number; text: string }

/**
 * Returns a function for the address of the form that asks about an invoice or one of its lines, filled in. Null where
 * the retailer takes no requests.
 */
export function useAskAddress({ invoice }: Pick<InvoiceFacts, 'invoice'>): ((line?: LineQuestion) => string) | null {
  const t = useTranslations('invoice-details.parts')
  const { features } = useCustomerSettings()
  const { flags } = useBoot()
  if (!features.contact || !flags['crm.case']) return null
  return (line) => {
    const search = new URLSearchParams({
      contract: invoice.contract.name,
      topic: 'billing',
      invoice: invoice.number,
      line: line ? String(line.place) : 'all',
      ...(line ? { subject: t('subject', { number: invoice.number, line: line.text }) } : {}),
    })
    return `/requests/create?${search}`
  }
}

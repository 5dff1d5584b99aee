import { useLocale, useTranslations } from 'use-intl'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ShownInvoice } from './shown-invoice.ts'

/** Names an invoice: its number, days and place, what it corrects or what corrects it, and the other way to read it. */
export function InvoiceTitle({ shown, isEasy }: { shown: ShownInvoice; isEasy: boolean }) {
  const t = useTranslations('invoice-details')
  const locale = useLocale()
  const { kind, invoice, details } = shown
  const { number, startsOn, endsOn, issuedOn, address } = invoice
  const own = invoiceAddress(number)
  return (
    <header className="stack">
      <BackLink href={`/invoices?contractType=${kind}`}>{t('back')}</BackLink>
      <h1>{t('heading', { kind, number })}</h1>
      <p className="soft">
        {startsOn && endsOn && t('span', { first: formatDay(startsOn, locale), last: formatDay(endsOn, locale) })}{' '}
        {t('issued', { day: formatDay(issuedOn, locale) })} {address}
      </p>
      {details?.corrects && (
        <p>
          {t.rich(`corrects.${invoice.rectificativeType}`, {
            number: details.corrects.number,
            link: (text) => <Link href={invoiceAddress(details.corrects!.number)}>{text}</Link>,
          })}
        </p>
      )}
      {details?.corrected_by.map((later) => (
        <p key={later.number}>
          {t.rich('correctedBy', {
            number: later.number,
            link: (text) => <Link href={invoiceAddress(later.number)}>{text}</Link>,
          })}
        </p>
      ))}
      <p className="small screen-only">
        {isEasy ? <Link href={own}>{t('easy.leave')}</Link> : <Link href={`${own}?view=easy`}>{t('easy.open')}</Link>}
      </p>
    </header>
  )
}

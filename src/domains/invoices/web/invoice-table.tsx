import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { AwaitedTransfer, TransferButton } from '#domains/payments/web/transfer-button.tsx'
import { capital } from '#kit/web/capital.ts'
import { Link } from '#kit/web/link.tsx'
import { spaced } from '#kit/web/spaced.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay, formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { Documents } from './documents.tsx'
import styles from './invoice-table.module.css'
import { isAwaitedTransfer, payingItemOf } from './invoice-to-pay.ts'
import type { InvoiceKind } from './list-address.ts'
import { PayButton } from './pay-button.tsx'
import type { ReadInvoice } from './read-invoice.ts'
import { Standing, useStandingNote } from './standing.tsx'

/** Each account is a call of its own: the first rows show theirs, and the others open it on demand. */
const shownAccounts = 3

type InvoiceTableProps = {
  kind: InvoiceKind
  invoices: readonly ReadInvoice[]
  onPay: (invoice: ReadInvoice) => void
  onTellHistory: (invoice: ReadInvoice) => void
}

/** The invoices of a page with what can be done with each: pay what is owed, look at its history, keep its documents. */
export function InvoiceTable({ kind, invoices, onPay, onTellHistory }: InvoiceTableProps) {
  const t = useTranslations('invoices')
  const columns = useColumns({ kind, invoices, onPay, onTellHistory })
  return (
    <div className={styles.columns}>
      <Table
        caption={t(`tableOf.${kind}`)}
        columns={columns}
        rows={invoices}
        rowKey={(invoice) => invoice.id ?? invoice.number}
      />
    </div>
  )
}

function useColumns({ kind, invoices, onPay, onTellHistory }: InvoiceTableProps): Column<ReadInvoice>[] {
  const t = useTranslations('invoices')
  const locale = useLocale()
  const noteOf = useStandingNote()
  const { showTotal } = useCustomerSettings().invoices
  const amountCents = (invoice: ReadInvoice) =>
    showTotal === 'amount_to_pay' ? invoice.amountPendingCents : invoice.amountTotalCents
  const nameOf = (invoice: ReadInvoice) =>
    `${capital(formatMonth(invoice.month, locale, 'name'))} ${invoice.month.slice(0, 4)}`
  const withAccount = invoices.filter(isAwaitedTransfer).slice(0, shownAccounts)
  const isOfSeveralPlaces = new Set(invoices.map((invoice) => invoice.address)).size > 1

  const columns: (Column<ReadInvoice> | false)[] = [
    {
      key: 'period',
      header: t('columns.period'),
      kind: 'name',
      place: 'title',
      cell: (invoice) => (
        <>
          <span className="nowrap">{nameOf(invoice)}</span>
          {isOfSeveralPlaces && (
            <div className="table-only">
              <span className={spaced(styles.note, styles.place)}>{invoice.address}</span>
            </div>
          )}
        </>
      ),
    },
    {
      key: 'date',
      header: t('columns.date'),
      cell: (invoice) => <time dateTime={invoice.issuedOn}>{formatDay(invoice.issuedOn, locale)}</time>,
    },
    { key: 'number', header: t('columns.number'), place: 'note', cell: (invoice) => invoice.number },
    { key: 'place', header: t('columns.place'), place: 'second', isListOnly: true, cell: (invoice) => invoice.address },
    kind !== 'multipoint' && {
      key: 'energy',
      header: t('columns.energy'),
      kind: 'number',
      place: 'secondEnd',
      cell: (invoice) => formatEnergy(invoice.energyWh, locale),
    },
    {
      key: 'amount',
      header: t('columns.amount'),
      kind: 'number',
      place: 'titleEnd',
      cell: (invoice) => <b className="nowrap">{formatMoney(amountCents(invoice), locale)}</b>,
    },
    {
      key: 'standing',
      header: t('columns.standing'),
      place: 'note',
      cell: (invoice) => (
        <>
          <Standing invoice={invoice} />
          {noteOf(invoice) && <span className={styles.note}>{noteOf(invoice)}</span>}
          {withAccount.includes(invoice) && <AwaitedTransfer item={payingItemOf(invoice)} />}
          {invoice.joint && (
            <Link className={styles.note} href={jointAddress(invoice.joint.date)}>
              {t('paidWith', { number: invoice.joint.number })}
            </Link>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      kind: 'actions',
      place: 'last',
      cell: (invoice) => (
        <div className={styles.actions}>
          {invoice.isPayable && (
            <PayButton invoice={invoice} onPay={onPay} isSmall>
              {t('pay', { amount: formatMoney(invoice.amountPendingCents, locale) })}
              <span className="visually-hidden">, {invoice.number}</span>
            </PayButton>
          )}
          {invoice.isTransferable && (
            <TransferButton item={payingItemOf(invoice)} isSmall>
              {t(invoice.isPayable ? 'transfer' : 'byTransfer')}
              <span className="visually-hidden">, {invoice.number}</span>
            </TransferButton>
          )}
          <div className={styles.documents}>
            <Documents invoice={invoice} onTellHistory={() => onTellHistory(invoice)} />
          </div>
        </div>
      ),
    },
  ]
  return columns.filter((column) => column !== false)
}

/** The joint invoices of a day. */
function jointAddress(day: string): string {
  return `/invoices?contractType=multipoint&from=${day}&to=${day}`
}

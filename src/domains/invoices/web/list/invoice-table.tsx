import { useLocale, useTranslations } from 'use-intl'
import { useReturnedDebits } from '#domains/debit-returns/web/use-returned-debits.ts'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { AwaitedTransfer, TransferButton } from '#domains/payments/web/transfer/transfer-button.tsx'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { capitalize } from '#kit/web/capitalize.ts'
import { classNames } from '#kit/web/class-names.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay, formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import type { InvoiceKind } from '../filters/list-address.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import { listAwaitedTransfers, payingItemOf } from '../payment/invoice-to-pay.ts'
import { PayButton } from '../payment/pay-button.tsx'
import { InvoiceDocuments } from './invoice-documents.tsx'
import { InvoiceStatusBadge, useStatusNote } from './invoice-status-badge.tsx'
import styles from './invoice-table.module.css'

type InvoiceTableProps = {
  kind: InvoiceKind
  invoices: readonly InvoiceModel[]
  onPay: (invoice: InvoiceModel) => void
  onShowHistory: (invoice: InvoiceModel) => void
}

/** Shows the invoices of a page with the available actions: paying, viewing the history and downloading documents. */
export function InvoiceTable({ kind, invoices, onPay, onShowHistory }: InvoiceTableProps) {
  const t = useTranslations('invoices')
  const columns = useColumns({ kind, invoices, onPay, onShowHistory })
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

function useColumns({ kind, invoices, onPay, onShowHistory }: InvoiceTableProps): Column<InvoiceModel>[] {
  const t = useTranslations('invoices')
  const locale = useLocale()
  const { showTotal } = useCustomerSettings().invoices
  const amountCents = (invoice: InvoiceModel) =>
    showTotal === 'amount_to_pay' ? invoice.amountDueCents : invoice.amountTotalCents
  const withAccount = listAwaitedTransfers(invoices)
  const returned = new Set(useReturnedDebits().map(({ invoice: { kind, id } }) => `${kind} ${id}`))
  const isOfSeveralPlaces = new Set(invoices.map((invoice) => invoice.address)).size > 1

  const columns: (Column<InvoiceModel> | false)[] = [
    {
      key: 'period',
      header: t('columns.period'),
      kind: 'name',
      listPosition: 'title',
      cell: (invoice) => <PeriodCell invoice={invoice} isOfSeveralPlaces={isOfSeveralPlaces} />,
    },
    {
      key: 'date',
      header: t('columns.date'),
      cell: (invoice) => <time dateTime={invoice.issuedOn}>{formatDay(invoice.issuedOn, locale)}</time>,
    },
    { key: 'number', header: t('columns.number'), listPosition: 'note', cell: NumberCell },
    {
      key: 'place',
      header: t('columns.place'),
      listPosition: 'second',
      isListOnly: true,
      cell: (invoice) => invoice.address,
    },
    kind !== 'multipoint' && {
      key: 'energy',
      header: t('columns.energy'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: (invoice) => formatEnergy(invoice.energyWh, locale),
    },
    {
      key: 'amount',
      header: t('columns.amount'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: (invoice) => <b className="nowrap">{formatMoney(amountCents(invoice), locale)}</b>,
    },
    {
      key: 'status',
      header: t('columns.status'),
      listPosition: 'note',
      cell: (invoice) => (
        <StatusCell
          invoice={invoice}
          showsAccount={withAccount.includes(invoice)}
          isReturned={returned.has(`${invoice.itemKind} ${invoice.id}`)}
        />
      ),
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (invoice) => <ActionsCell invoice={invoice} onPay={onPay} onShowHistory={onShowHistory} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Returns the address of the multipoint invoices of a day. */
function jointAddress(day: string): string {
  return `/invoices?contractType=multipoint&from=${day}&to=${day}`
}

function NumberCell({ number }: InvoiceModel) {
  return <Link href={invoiceAddress(number)}>{number}</Link>
}

function PeriodCell({ invoice, isOfSeveralPlaces }: { invoice: InvoiceModel; isOfSeveralPlaces: boolean }) {
  const t = useTranslations('invoices')
  const name = capitalize(formatMonth(invoice.month, useLocale(), 'name'))
  const type = invoice.rectificativeType
  return (
    <>
      <span className="nowrap">{`${name} ${invoice.month.slice(0, 4)}`}</span>
      {type !== 'N' && <span className={styles.note}>{t(`types.${type}`)}</span>}
      {isOfSeveralPlaces && (
        <div className="table-only">
          <span className={classNames(styles.note, styles.place)}>{invoice.address}</span>
        </div>
      )}
    </>
  )
}

type StatusCellProps = { invoice: InvoiceModel; showsAccount: boolean; isReturned: boolean }

function StatusCell({ invoice, showsAccount, isReturned }: StatusCellProps) {
  const t = useTranslations('invoices')
  const tReturns = useTranslations('debit-returns')
  const note = useStatusNote()(invoice)
  return (
    <>
      <InvoiceStatusBadge invoice={invoice} />
      {note && <span className={styles.note}>{note}</span>}
      {isReturned && <span className={styles.note}>{tReturns('note')}</span>}
      {showsAccount && <AwaitedTransfer item={payingItemOf(invoice)} />}
      {invoice.joint && (
        <Link className={styles.note} href={jointAddress(invoice.joint.date)}>
          {t('paidWith', { number: invoice.joint.number })}
        </Link>
      )}
    </>
  )
}

type ActionsCellProps = Pick<InvoiceTableProps, 'onPay' | 'onShowHistory'> & { invoice: InvoiceModel }

function ActionsCell({ invoice, onPay, onShowHistory }: ActionsCellProps) {
  const t = useTranslations('invoices')
  const locale = useLocale()
  return (
    <div className={styles.actions}>
      {invoice.isPayable && (
        <PayButton invoice={invoice} onPay={onPay} isSmall>
          {t('pay', { amount: formatMoney(payingItemOf(invoice).amountCents, locale) })}
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
        <InvoiceDocuments invoice={invoice} onShowHistory={() => onShowHistory(invoice)} />
      </div>
    </div>
  )
}

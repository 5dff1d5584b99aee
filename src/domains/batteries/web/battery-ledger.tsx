import { type ReactNode, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { EntryModel } from './parse-battery.ts'

const initialRowCount = 12

/**
 * Shows each entry of a battery's ledger with its invoice, newest first, and `children` below, next to the button that
 * shows all.
 */
export function BatteryLedger({ entries, children }: { entries: readonly EntryModel[]; children: ReactNode }) {
  const t = useTranslations('batteries.ledger')
  const titleId = useId()
  const [isWhole, showWhole] = useState(false)
  const columns = useColumns()
  const shown = isWhole ? entries : entries.slice(0, initialRowCount)
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      {entries.length === 0 ? (
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      ) : (
        <Table caption={t('table')} columns={columns} rows={shown} rowKey={(entry) => entry.id} />
      )}
      <div className="line">
        {shown.length < entries.length && (
          <Button variant="second" onClick={() => showWhole(true)}>
            {t('all', { count: entries.length })}
          </Button>
        )}
        {children}
      </div>
    </section>
  )
}

function useColumns(): Column<EntryModel>[] {
  const t = useTranslations('batteries')
  const locale = useLocale()
  return [
    {
      key: 'reason',
      header: t('ledger.columns.reason'),
      kind: 'name',
      listPosition: 'title',
      cell: (entry) => <Reason entry={entry} />,
    },
    {
      key: 'date',
      header: t('ledger.columns.date'),
      listPosition: 'second',
      cell: ({ bookedOn }) => <time dateTime={bookedOn}>{formatDay(bookedOn, locale)}</time>,
    },
    {
      key: 'contract',
      header: t('ledger.columns.contract'),
      listPosition: 'note',
      cell: ({ contract }) =>
        contract ? (
          <Link href={`${contractAddress({ energy: 'electricity', name: contract })}#wallet`}>
            {t('wallet.contractNumber', { name: contract })}
          </Link>
        ) : (
          <Missing />
        ),
    },
    {
      key: 'invoice',
      header: t('ledger.columns.invoice'),
      listPosition: 'note',
      cell: (entry) => (entry.invoice ? <Link href={invoiceAddress(entry)}>{entry.invoice.number}</Link> : <Missing />),
    },
    {
      key: 'amount',
      header: t('ledger.columns.amount'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: ({ amountCents }) => (
        <b className="nowrap">
          {amountCents > 0 && '+'}
          {formatMoney(amountCents, locale)}
        </b>
      ),
    },
    {
      key: 'balance',
      header: t('ledger.columns.balance'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ balanceCents }) => formatMoney(balanceCents, locale),
    },
  ]
}

/** Shows a missing value: nothing in a list, but a placeholder in a table cell, which would look forgotten if empty. */
function Missing() {
  return <span className="table-only">—</span>
}

/** Returns the address of the invoice list filtered to this invoice: its contract on its day. */
function invoiceAddress({ contract, invoice }: EntryModel): string {
  const day = invoice!.date
  const search = new URLSearchParams({
    contractType: 'electricity',
    ...(contract && { contractName: contract }),
    from: day,
    to: day,
  })
  return `/invoices?${search}`
}

function Reason({ entry: { reason, otherWallet, amountCents } }: { entry: EntryModel }) {
  const t = useTranslations('batteries')
  return (
    <>
      {t(`reasons.${reason}`)}
      {otherWallet && (
        <span className="note">
          {' · '}
          {t(amountCents > 0 ? 'ledger.from' : 'ledger.to', { wallet: otherWallet })}
        </span>
      )}
    </>
  )
}

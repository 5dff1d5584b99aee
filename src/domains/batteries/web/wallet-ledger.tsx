import { type ReactNode, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { ReadEntry } from './read-wallet.ts'

const shownAtFirst = 12

/** Each plus and minus of a wallet with its invoice, the newest first; below, beside the way to all of them, `children`. */
export function WalletLedger({ entries, children }: { entries: readonly ReadEntry[]; children: ReactNode }) {
  const t = useTranslations('batteries.ledger')
  const titleId = useId()
  const [isWhole, showWhole] = useState(false)
  const columns = useColumns()
  const shown = isWhole ? entries : entries.slice(0, shownAtFirst)
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      {entries.length === 0 ? (
        <Empty title={t('empty')}>{t('emptyWords')}</Empty>
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

function useColumns(): Column<ReadEntry>[] {
  const t = useTranslations('batteries')
  const locale = useLocale()
  return [
    {
      key: 'reason',
      header: t('ledger.columns.reason'),
      kind: 'name',
      place: 'title',
      cell: ({ reason, otherWallet, amountCents }) => (
        <>
          {t(`reasons.${reason}`)}
          {otherWallet && (
            <span className="note">
              {' · '}
              {t(amountCents > 0 ? 'ledger.from' : 'ledger.to', { wallet: otherWallet })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'date',
      header: t('ledger.columns.date'),
      place: 'second',
      cell: ({ bookedOn }) => <time dateTime={bookedOn}>{formatDay(bookedOn, locale)}</time>,
    },
    {
      key: 'contract',
      header: t('ledger.columns.contract'),
      place: 'note',
      cell: ({ contract }) =>
        contract ? (
          <Link href={`/contracts/electricity/${encodeURIComponent(contract)}#wallet`}>
            {t('wallet.contractNumber', { name: contract })}
          </Link>
        ) : (
          <Missing />
        ),
    },
    {
      key: 'invoice',
      header: t('ledger.columns.invoice'),
      place: 'note',
      cell: (entry) => (entry.invoice ? <Link href={invoiceAddress(entry)}>{entry.invoice.number}</Link> : <Missing />),
    },
    {
      key: 'amount',
      header: t('ledger.columns.amount'),
      kind: 'number',
      place: 'titleEnd',
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
      place: 'secondEnd',
      cell: ({ balanceCents }) => formatMoney(balanceCents, locale),
    },
  ]
}

/** In a list there is nothing to say; a cell of a table would look forgotten. */
function Missing() {
  return <span className="table-only">—</span>
}

/** The list of invoices with this one alone: those of its contract of its day. */
function invoiceAddress({ contract, invoice }: ReadEntry): string {
  const day = invoice!.date
  const search = new URLSearchParams({
    contractType: 'electricity',
    ...(contract && { contractName: contract }),
    from: day,
    to: day,
  })
  return `/invoices?${search}`
}

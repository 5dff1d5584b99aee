import { useLocale, useTranslations } from 'use-intl'
import { formatLine, type LineContext, termOfPeriods } from '#domains/invoices/invoice-lines.ts'
import { groupLines, type LineGroup } from '#domains/invoices/line-groups.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { BillLine } from '#vocabulary/bill.ts'
import { formatLabelled, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { centsOf } from '../cents.ts'
import type { InvoiceFacts } from '../shown-invoice.ts'
import { useAskAddress } from '../use-ask-address.ts'
import styles from './parts-section.module.css'

/** Draws what an invoice is made of, and lists its lines, each with the question that can be asked about it. */
export function PartsSection({ details }: { details: InvoiceFacts }) {
  const t = useTranslations('invoice-details.parts')
  const { lines, product, tariff } = details
  const askAddress = useAskAddress(details)
  return (
    <section className="stack" aria-labelledby="parts">
      <h2 id="parts">{t('title')}</h2>
      <p className="soft">{t('product', { product, tariff })}</p>
      {lines.length === 0 ? (
        <p>
          {t('noLines')} {askAddress && <Link href={askAddress()}>{t('askWhole')}</Link>}
        </p>
      ) : (
        <>
          <PartBars lines={lines} />
          <LineTable details={details} askAddress={askAddress} />
          <p className="note">{t('rounded')}</p>
        </>
      )}
    </section>
  )
}

/** One bar for each part of an invoice, as long as its amount; what is taken off is drawn hollow. */
function PartBars({ lines }: { lines: readonly BillLine[] }) {
  const t = useTranslations('invoice-details.bill.groups')
  const locale = useLocale()
  const groups = groupLines(lines)
  const largest = Math.max(...groups.map(({ amountCents }) => Math.abs(amountCents)), 1)
  const widthOf = ({ amountCents }: LineGroup) => (100 * Math.abs(amountCents)) / largest
  return (
    <dl className={styles.bars}>
      {groups.map((group) => (
        <div key={group.name} className={styles.part}>
          <dt>{t(group.name)}</dt>
          <dd>
            <svg className={styles.track} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className={group.amountCents < 0 ? styles.hollow : styles.bar} width={widthOf(group)} height="10" />
            </svg>
            <b className="nowrap">{formatMoney(group.amountCents, locale)}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type LineTableProps = { details: InvoiceFacts; askAddress: ReturnType<typeof useAskAddress> }
type ListedLine = { line: BillLine; place: number; texts: ReturnType<typeof formatLine> }

function LineTable({ details: { lines, invoice }, askAddress }: LineTableProps) {
  const t = useTranslations('invoice-details.parts')
  const tDocument = useTranslations('invoice-details.bill')
  const locale = useLocale()
  const context: LineContext = { locale, t: tDocument as LineContext['t'] }
  const bill = { firstDay: invoice.start_date, lastDay: invoice.end_date, lines }
  const rows = lines.map((line, place): ListedLine => ({ line, place, texts: formatLine(line, bill, context) }))
  const nameOf = ({ line: { period, kind }, texts: [name] }: ListedLine) =>
    period === null || termOfPeriods(kind) !== kind ? name : `${tDocument(`lines.${kind}`)}, ${name}`
  const columns: (Column<ListedLine> | false)[] = [
    {
      key: 'concept',
      header: tDocument('columns.concept'),
      kind: 'name',
      listPosition: 'title',
      cell: nameOf,
    },
    {
      key: 'quantity',
      header: tDocument('columns.quantity'),
      kind: 'number',
      listPosition: 'second',
      cell: ({ texts: [, quantity] }) => quantity,
    },
    {
      key: 'price',
      header: tDocument('columns.price'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ texts: [, , price] }) => price,
    },
    {
      key: 'amount',
      header: tDocument('columns.amount'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: ({ texts: [, , , amount] }) => <b className="nowrap">{amount}</b>,
    },
    askAddress !== null && {
      key: 'ask',
      header: t('questions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (row) => (
        <Link
          className="small screen-only"
          href={askAddress({ place: row.place, text: describeLine(nameOf(row), row.texts, locale) })}
        >
          {t('ask')}
          <span className="visually-hidden">: {nameOf(row)}</span>
        </Link>
      ),
    },
  ]
  return (
    <>
      <Table
        caption={t('lines')}
        columns={columns.filter((column) => column !== false)}
        rows={rows}
        rowKey={({ place }) => place}
      />
      <p className={styles.total}>
        <span>{tDocument('total')}</span>
        <b className="nowrap">{formatMoney(centsOf(invoice.amount_total), locale)}</b>
      </p>
    </>
  )
}

/** Writes a line with its figures in one text: `Energía, punta: 60 kWh × 0,20 €/kWh = 12,00 €`. */
function describeLine(name: string, [, quantity, price, amount]: ListedLine['texts'], locale: Locale): string {
  return formatLabelled(name, quantity === '' ? amount : `${quantity} × ${price} = ${amount}`, locale)
}

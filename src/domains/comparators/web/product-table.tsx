import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import styles from './comparison-result.module.css'

export type TableProduct = {
  id: number
  name: string
  ov_description: string | null
  ov_link: string | null
  total_amount: number
  difference_year: number | null
  /** What else is to be said of it. */
  note?: string | null
}

type ProductTableProps = {
  caption: string
  products: readonly TableProduct[]
  /** The column headers: amount and difference for some days and for a year, or both for a year. */
  headers: { amount: string; difference: string }
  /** The link to contract a product, and what is done before following it; null if it cannot be contracted. */
  contract: { href: string; onContract: (productId: number) => void } | null
}

/** Lists the retailer's products with their cost, cheapest first. */
export function ProductTable({ caption, products, headers, contract }: ProductTableProps) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const columns: Column<TableProduct>[] = [
    {
      key: 'product',
      header: t('product'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ name, ov_description, note }) => (
        <>
          {name}
          {ov_description && <span className={styles.description}>{ov_description}</span>}
          {note && <span className={styles.description}>{note}</span>}
        </>
      ),
    },
    {
      key: 'amount',
      header: headers.amount,
      kind: 'number',
      listPosition: 'titleEnd',
      cell: ({ total_amount }) => formatMoney(centsOf(total_amount), locale),
    },
    {
      key: 'difference',
      header: headers.difference,
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ difference_year }) => <Difference euros={difference_year} />,
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: ({ id, name, ov_link }) => (
        <>
          {ov_link && (
            <Link href={ov_link}>
              {t('more_info')}
              <span className="visually-hidden"> {name}</span>
            </Link>
          )}
          {contract && (
            <ButtonLink variant="second" isSmall href={contract.href} onClick={() => contract.onContract(id)}>
              {t('contractProduct', { product: name })}
            </ButtonLink>
          )}
        </>
      ),
    },
  ]
  return <Table caption={caption} columns={columns} rows={products} rowKey={({ id }) => id} />
}

/** Shows what is saved or paid in addition as text, not by colour alone. */
function Difference({ euros }: { euros: number | null }) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  if (euros === null) return '—'
  const cents = centsOf(euros)
  if (cents === 0) return t('equal')
  const amount = formatMoney(Math.abs(cents), locale)
  return cents < 0 ? <span className={styles.save}>{t('cheaper', { amount })}</span> : t('dearer', { amount })
}

/** Converts API euros to whole cents. */
export function centsOf(euros: number): number {
  return Math.round(euros * 100)
}

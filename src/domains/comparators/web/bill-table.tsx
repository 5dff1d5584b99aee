import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { formatDecimal, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Comparison } from '../api.ts'
import styles from './comparison-result.module.css'
import { centsOf } from './product-table.tsx'

type Lines = Comparison['operations']['lines']
type Line = Extract<Lines, { potencia: unknown }>['potencia'][number]
type Row = { label: string; theirs: number | null; ours: number; isPart?: boolean; isTotal?: boolean }

/** Shows both bills part by part, with every line of ours below. */
export function BillTable({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('comparators.result')
  const { organization } = useSettings()
  const rows = useRows(comparison)
  return (
    <div>
      <table className={styles.bills}>
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('concept')}</span>
            </th>
            <th scope="col">
              <b>{t('theirs')}</b>
              {t('theirsNote')}
            </th>
            <th scope="col" className={styles.us}>
              <b>{organization.name}</b>
              {comparison.products[0]?.name}
            </th>
            <th scope="col" className={styles.wideOnly}>
              {t('difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BillRow key={row.label} row={row} />
          ))}
        </tbody>
      </table>
      <BillLines comparison={comparison} />
    </div>
  )
}

function useRows({ operations, parts, invoice_parts, total_amount, invoice_amount }: Comparison): Row[] {
  const t = useTranslations('comparators.result')
  const { lines, taxes } = operations
  const isElectric = 'potencia' in lines
  const detail: Row[] = isElectric
    ? [
        { label: t('power'), theirs: null, ours: sumOf(lines.potencia), isPart: true },
        { label: t('energy'), theirs: null, ours: sumOf(lines.energia), isPart: true },
      ]
    : [
        { label: t('fixed'), theirs: null, ours: sumOf(lines.fijo), isPart: true },
        { label: t('variable'), theirs: null, ours: sumOf(lines.variable), isPart: true },
      ]
  return [
    ...detail,
    { label: t(isElectric ? 'supply' : 'gasSupply'), theirs: invoice_parts?.supply ?? null, ours: parts.supply },
    ...(isElectric ? [{ label: t('meter'), theirs: invoice_parts?.meter ?? null, ours: parts.meter }] : []),
    ...taxes.map(({ name, amount }) => ({
      label: isSpecial(name) ? t('specialTax') : name,
      theirs: null,
      ours: amount,
      isPart: true,
    })),
    { label: t('taxes'), theirs: invoice_parts?.taxes ?? null, ours: parts.taxes },
    { label: t('total'), theirs: invoice_amount, ours: total_amount, isTotal: true },
  ]
}

/**
 * Checks whether a tax is the special electricity tax, by the name that every server gives it (specification, point 3).
 */
function isSpecial(name: string): boolean {
  return name.includes('Impuesto especial')
}

function linesOf(lines: Lines): Line[] {
  return 'potencia' in lines
    ? [...lines.potencia, ...lines.energia, ...lines.lloguer]
    : [...lines.fijo, ...lines.variable]
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((cents, { amount = 0 }) => cents + centsOf(amount), 0) / 100
}

function BillRow({ row: { label, theirs, ours, isPart, isTotal } }: { row: Row }) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const money = useEuros()
  const cents = theirs === null ? null : centsOf(ours) - centsOf(theirs)
  return (
    <tr className={isTotal ? styles.sum : isPart ? styles.part : undefined}>
      <th scope="row">{label}</th>
      <td>{money(theirs)}</td>
      <td className={styles.us}>{money(ours)}</td>
      <td className={styles.wideOnly}>
        {cents === null ? (
          ''
        ) : cents === 0 ? (
          t('equal')
        ) : (
          <span className={cents < 0 ? styles.save : undefined}>{formatMoney(cents, locale)}</span>
        )}
      </td>
    </tr>
  )
}

function BillLines({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const money = useEuros()
  return (
    <Disclosure summary={t('lines')}>
      <dl className={styles.lines}>
        {linesOf(comparison.operations.lines).map((line, index) => (
          // Two entries of one line may differ only in their days.
          <div key={index}>
            <dt>{line.name}</dt>
            <dd className={styles.reckoning}>
              {t(line.multi === 1 ? 'line' : 'lineDays', {
                quantity: formatDecimal(line.quantity, locale),
                price: formatDecimal(line.price_unit, locale),
                days: line.multi,
              })}
            </dd>
            <dd>{money(line.amount ?? null)}</dd>
          </div>
        ))}
        {comparison.operations.taxes.map(({ name, amount }) => (
          <div key={name}>
            <dt>{isSpecial(name) ? t('specialTax') : name}</dt>
            <dd className={styles.reckoning} />
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

function useEuros(): (euros: number | null) => string {
  const locale = useLocale() as Locale
  return (euros) => (euros === null ? '—' : formatMoney(centsOf(euros), locale))
}

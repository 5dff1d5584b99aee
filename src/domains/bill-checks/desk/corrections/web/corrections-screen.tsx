import { useLocale, useTranslations } from 'use-intl'
import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { Dialog } from '#kit/web/overlay/dialog.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { ListedCorrection } from '../api.ts'
import styles from './corrections-screen.module.css'
import { correctionsQuery } from './queries.ts'

/** The days of curves that newer files corrected, newest first. */
const correctionsPage = listPage({
  path: '/operator/curve-corrections',
  texts: 'desk-corrections',
  maxMatches: maxMatchingCustomers,
  query: correctionsQuery,
  useControls: () => useOpenDialog<ListedCorrection>(),
  columns: [
    { header: 'columns.day', kind: 'name', listPosition: 'title', cell: ({ day: on }, { day }) => day(on) },
    { header: 'columns.point', listPosition: 'second', cell: ({ cups }) => <span className="nowrap">{cups}</span> },
    { header: 'columns.source', listPosition: 'note', cell: ({ source }) => source },
    { header: 'columns.energy', listPosition: 'titleEnd', cell: (row) => <Energy row={row} /> },
    { header: 'columns.invoices', listPosition: 'note', cell: (row) => <Invoices row={row} /> },
    {
      header: 'columns.corrected',
      listPosition: 'secondEnd',
      cell: ({ corrected_at: at }, { instant }) => instant(at),
    },
    { header: 'columns.by', listPosition: 'note', cell: (row) => <Origin row={row} /> },
    {
      header: 'columns.intervals',
      kind: 'actions',
      listPosition: 'last',
      cell: (row, { t, controls: { open } }) =>
        row.intervals.length > 0 && (
          <Button variant="second" isSmall onClick={() => open(row)}>
            {t('intervals', { count: row.intervals.length })}
            <span className="visually-hidden">, {row.day}</span>
          </Button>
        ),
    },
  ],
  rowKey: ({ cups, day, source, corrected_at: at }) => `${cups} ${day} ${source} ${at}`,
  after: (_, { controls: { edit, close } }) => edit && <IntervalsDialog row={edit} onClose={close} />,
})

export const load = loadListPage(correctionsPage)

export function CorrectionsScreen() {
  return <ListPageView page={correctionsPage} />
}

type RowProps = { row: ListedCorrection }

function useChange() {
  const t = useTranslations('desk-corrections')
  const locale = useLocale()
  const energy = (kwh: number | null) => (kwh === null ? '—' : `${formatDecimal(kwh, locale)}\u00a0kWh`)
  return (before: number | null, after: number | null) => t('change', { before: energy(before), after: energy(after) })
}

function Energy({ row: { before, after } }: RowProps) {
  return useChange()(before, after)
}

function Invoices({ row: { invoices } }: RowProps) {
  if (invoices.length === 0) return '—'
  return invoices.map(({ number, customer }) => (
    <p key={number}>
      {number} · <Link href={`/operator/customers/${customer.id}`}>{customer.name}</Link>
    </p>
  ))
}

function Origin({ row: { origin, by, file_name: fileName } }: RowProps) {
  const t = useTranslations('desk-corrections')
  return (
    <>
      {by ? `${t(`origins.${origin}`)}, ${by}` : t(`origins.${origin}`)}
      {fileName && <p className={classNames('soft', styles.fileName)}>{fileName}</p>}
    </>
  )
}

/** The intervals of a day whose energy is another one now. */
function IntervalsDialog({ row, onClose }: RowProps & { onClose: () => void }) {
  const t = useTranslations('desk-corrections')
  const locale = useLocale()
  const change = useChange()
  return (
    <Dialog title={t('intervalsOf', { day: formatDay(row.day, locale) })} subject={row.cups} onClose={onClose}>
      <ul>
        {row.intervals.map(({ at, before, now }) => (
          <li key={at}>{t('interval', { at: at.slice(0, 'HH:MM'.length), change: change(before, now) })}</li>
        ))}
      </ul>
    </Dialog>
  )
}

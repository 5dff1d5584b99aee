import { Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { LineContext } from '#domains/invoices/invoice-lines.ts'
import { periodName } from '#domains/invoices/invoice-lines.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { formatDay, formatDecimal, formatEnergy } from '#vocabulary/format.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { InvoiceFacts } from '../shown-invoice.ts'

// Few readings are estimated.
const ReadingLines = lazyPart(async () => (await import('./reading-lines.tsx')).ReadingLines)

type RegisterRow = { place: number; from: number | null; to: number | null; energyWh: number | null }

type ReadingsSectionProps = { details: InvoiceFacts; contractName: string | null }

/** Shows the readings of the meter at both ends of an invoice, or the energy of each period where it counts hours. */
export function ReadingsSection({ details, contractName }: ReadingsSectionProps) {
  const t = useTranslations('invoice-details.readings')
  const locale = useLocale()
  const { readings, energy_by_period: energies, exported_energy: exported } = details
  if (!readings && energies.length === 0) return null
  const endOf = (end: { date: string; is_estimated: boolean }) =>
    t('end', { day: formatDay(end.date, locale), kind: end.is_estimated ? 'estimated' : 'real' })
  return (
    <section className="stack" aria-labelledby="readings">
      <h2 id="readings">{t('title')}</h2>
      <p>
        {readings ? t('between', { from: endOf(readings.from), to: endOf(readings.to) }) : t('byHours')}{' '}
        {readings?.factor && t('factor', { factor: formatDecimal(readings.factor, locale) })}{' '}
        {exported > 0 && t('exported', { energy: formatEnergy(Math.round(exported * 1000), locale) })}
      </p>
      <Suspense>{readings?.to.is_estimated && contractName && <ReadingLines contractName={contractName} />}</Suspense>
      <RegisterTable details={details} />
    </section>
  )
}

function RegisterTable({ details: { readings, energy_by_period: energies } }: { details: InvoiceFacts }) {
  const t = useTranslations('invoice-details.readings')
  const tDocument = useTranslations('invoice-details.bill') as LineContext['t']
  const locale = useLocale()
  const count = Math.max(readings?.from.registers.length ?? 0, energies.length)
  const rows = Array.from({ length: count }, (_, place): RegisterRow => {
    const energy = energies[place]
    return {
      place,
      from: readings?.from.registers[place] ?? null,
      to: readings?.to.registers[place] ?? null,
      energyWh: energy === undefined ? null : Math.round(energy * 1000),
    }
  })
  const unit = readings?.unit === 'm3' ? 'm³' : 'kWh'
  const figure = (value: number | null) => (value === null ? '—' : `${formatDecimal(value, locale)}\u00a0${unit}`)
  const columns: (Column<RegisterRow> | false)[] = [
    {
      key: 'register',
      header: t('register'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ place }) => (count === 1 ? t('meter') : periodName((place + 1) as Period, count, { t: tDocument })),
    },
    readings !== null && {
      key: 'from',
      header: t('from'),
      kind: 'number',
      listPosition: 'second',
      cell: ({ from }) => figure(from),
    },
    readings !== null && {
      key: 'to',
      header: t('to'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ to }) => figure(to),
    },
    {
      key: 'energy',
      header: t('energy'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: ({ energyWh }) => <b className="nowrap">{formatEnergy(energyWh, locale)}</b>,
    },
  ]
  return (
    <Table
      caption={t('table')}
      columns={columns.filter((column) => column !== false)}
      rows={rows}
      rowKey={({ place }) => place}
    />
  )
}

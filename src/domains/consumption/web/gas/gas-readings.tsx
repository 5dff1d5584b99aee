import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { formatCount } from '#kit/web/count.ts'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { GasReadingRow } from './read-gas.ts'

/** Two years of readings by month; meters that are read every day have many more. */
const shownAtFirst = 24

type GasReadingsProps = {
  readings: readonly GasReadingRow[]
  /** Where what the meter shows is sent; null where it is not. */
  readingAddress: string | null | undefined
}

/** What a gas meter showed, the newest first, and how its cubic metres became energy. */
export function GasReadings({ readings, readingAddress }: GasReadingsProps) {
  const t = useTranslations('consumption.gas.readings')
  const locale = useLocale()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? readings : readings.slice(0, shownAtFirst)
  const columns = useColumns()
  return (
    <div className="stack">
      <h3>{t('title')}</h3>
      {readings.length > 0 ? (
        <Table
          caption={t('caption')}
          columns={columns}
          rows={shown}
          rowKey={({ date, origin }) => `${date} ${origin}`}
        />
      ) : (
        <p className="soft">{t('none')}</p>
      )}
      <div className="line">
        {shown.length < readings.length && (
          <Button variant="second" isSmall onClick={() => setWhole(true)}>
            {t('all', { count: formatCount(readings.length, locale) })}
          </Button>
        )}
        {readingAddress && <Link href={readingAddress}>{t('send')}</Link>}
      </div>
    </div>
  )
}

function useColumns(): Column<GasReadingRow>[] {
  const t = useTranslations('consumption.gas')
  const locale = useLocale()
  const decimal = (value: number | null) => formatDecimal(value, locale)
  return [
    { key: 'date', header: t('readings.date'), place: 'title', cell: ({ date }) => formatDay(date, locale) },
    {
      key: 'origin',
      header: t('readings.origin'),
      place: 'second',
      cell: ({ origin, estimated }) => t(`origins.${estimated ? 'estimated' : origin}`),
    },
    { key: 'm3', header: t('readings.m3'), kind: 'number', cell: ({ m3 }) => decimal(m3) },
    { key: 'used', header: t('readings.used'), kind: 'number', cell: ({ used_m3 }) => decimal(used_m3) },
    { key: 'factor', header: t('readings.factor'), kind: 'number', cell: ({ kwh_per_m3 }) => decimal(kwh_per_m3) },
    {
      key: 'calorific',
      header: t('readings.calorific'),
      kind: 'number',
      cell: ({ calorific_kwh_per_m3 }) => decimal(calorific_kwh_per_m3),
    },
    { key: 'energy', header: t('readings.energy'), kind: 'number', cell: ({ kwh }) => decimal(kwh) },
    {
      key: 'energyShort',
      header: t('readings.energy'),
      isListOnly: true,
      place: 'titleEnd',
      cell: ({ kwh }) => kwh !== null && `${decimal(kwh)}\u00a0kWh`,
    },
    {
      key: 'volume',
      header: t('readings.m3'),
      isListOnly: true,
      place: 'note',
      cell: (reading) => <Volume reading={reading} />,
    },
  ]
}

/** On a telephone: what the meter showed and counted, and by which factor, in one line. */
function Volume({ reading: { m3, used_m3: used, kwh_per_m3: factor } }: { reading: GasReadingRow }) {
  const t = useTranslations('consumption.gas')
  const locale = useLocale()
  const parts = [
    used === null
      ? `${formatDecimal(m3, locale)}\u00a0m³`
      : t('line', { m3: formatDecimal(m3, locale), used: formatDecimal(used, locale) }),
    factor !== null && `${formatDecimal(factor, locale)}\u00a0kWh/m³`,
  ]
  return parts.filter(Boolean).join(' · ')
}

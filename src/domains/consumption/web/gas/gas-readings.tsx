import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { formatCount } from '#kit/web/format-count.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { GasReadingRow } from './parse-gas-consumption.ts'

/** Two years of monthly readings; meters that are read daily have many more. */
const initialRowCount = 24

type GasReadingsProps = {
  readings: readonly GasReadingRow[]
  /** The address where meter readings are submitted; null if they are not accepted. */
  readingAddress: string | null | undefined
}

/** Shows the readings of a gas meter, newest first, and how their volume became energy. */
export function GasReadings({ readings, readingAddress }: GasReadingsProps) {
  const t = useTranslations('consumption.gas.readings')
  const locale = useLocale()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? readings : readings.slice(0, initialRowCount)
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
    { key: 'date', header: t('readings.date'), listPosition: 'title', cell: ({ date }) => formatDay(date, locale) },
    {
      key: 'origin',
      header: t('readings.origin'),
      listPosition: 'second',
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
      listPosition: 'titleEnd',
      cell: ({ kwh }) => kwh !== null && `${decimal(kwh)}\u00a0kWh`,
    },
    {
      key: 'volume',
      header: t('readings.m3'),
      isListOnly: true,
      listPosition: 'note',
      cell: (reading) => <Volume reading={reading} />,
    },
  ]
}

/** Shows the register, usage and factor of a reading in one line, on a phone. */
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

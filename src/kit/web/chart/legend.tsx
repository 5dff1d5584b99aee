import { useTranslations } from 'use-intl'
import type { ChartData, Paint } from './chart-data.ts'
import styles from './legend.module.css'
import { sumOf } from './stretches.ts'
import { LineSwatch, MissingSwatch, Swatch } from './swatch.tsx'
import { wholeOf } from './view.ts'

/** What the paints stand for, with the sum of each; on a telephone one under the other. */
export function Legend({ data }: { data: ChartData }) {
  const t = useTranslations('kit.chart')
  const marks = data.panes.flatMap((pane) => pane.marks ?? [])
  return (
    <ul className={styles.legend}>
      {legendOf(data).map(({ key, label, paint, sums }) => (
        <li key={key}>
          <Swatch paint={paint} />
          {label} <b>{sums.join(' · ')}</b>
        </li>
      ))}
      {marks.map(({ label, token }) => (
        <li key={label}>
          <LineSwatch token={token} />
          {label}
        </li>
      ))}
      {data.isMissing?.some(Boolean) && (
        <li>
          <MissingSwatch />
          {t('missing')}
        </li>
      )}
    </ul>
  )
}

export type LegendEntry = { key: string; label: string; paint: Paint; sums: string[] }

/** The series of which something is known, each with its sum; one that stands in two panes is told once, with both. */
export function legendOf({ panes, count }: ChartData): LegendEntry[] {
  const entries = new Map<string, LegendEntry>()
  for (const { series, write } of panes)
    for (const { label, paint, values } of series) {
      const sum = sumOf(values, wholeOf(count))
      if (sum === null) continue
      const key = `${label} ${paint.fill}`
      const entry = entries.get(key) ?? { key, label, paint, sums: [] }
      entry.sums.push(write(sum))
      entries.set(key, entry)
    }
  return [...entries.values()]
}

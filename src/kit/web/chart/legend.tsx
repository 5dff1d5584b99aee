import { useTranslations } from 'use-intl'
import { sumOf } from './bar-groups.ts'
import type { ChartData, Paint } from './chart-data.ts'
import styles from './legend.module.css'
import { LineSwatch, MissingSwatch, Swatch } from './swatch.tsx'
import { fullRange } from './visible-range.ts'

/** The legend of the series, with the sum of each; stacked on a phone. */
export function Legend({ data }: { data: ChartData }) {
  const t = useTranslations('kit.chart')
  const marks = data.panes.flatMap((pane) => pane.marks ?? [])
  return (
    <ul className={styles.legend}>
      {legendEntriesOf(data).map(({ key, label, paint, sums }) => (
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

/** Returns the series with data, each with its sum. A series in two panes is listed once, with both sums. */
export function legendEntriesOf({ panes, count }: ChartData): LegendEntry[] {
  const entries = new Map<string, LegendEntry>()
  for (const { series, format } of panes)
    for (const { label, paint, values } of series) {
      const sum = sumOf(values, fullRange(count))
      if (sum === null) continue
      const key = `${label} ${paint.fill}`
      const entry = entries.get(key) ?? { key, label, paint, sums: [] }
      entry.sums.push(format(sum))
      entries.set(key, entry)
    }
  return [...entries.values()]
}

import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { listBarDetails } from './bar-details.ts'
import type { BarRange } from './bar-groups.ts'
import type { ChartData } from './chart-data.ts'
import { LineSwatch, Swatch } from './swatch.tsx'
import styles from './tooltip.module.css'

type TooltipProps = { data: ChartData; range: BarRange; ref: RefObject<HTMLDivElement | null> }

/** The details of a bar, beside it. Screen readers get the same from the live region of the chart. */
export function Tooltip({ data, range, ref }: TooltipProps) {
  const t = useTranslations('kit.chart')
  const details = listBarDetails(data, range, t('total'))
  const note = data.noteOf?.(range)
  return (
    <div ref={ref} className={styles.tooltip} aria-hidden="true">
      <b>{data.nameOf(range)}</b>
      {details.length ? (
        <ul className={styles.words}>
          {details.map(({ key, label, value, symbol }) => (
            <li key={key}>
              {typeof symbol === 'string' ? <LineSwatch token={symbol} /> : symbol ? <Swatch paint={symbol} /> : <i />}
              <span>{label}</span>
              <b>{value}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('missing')}</p>
      )}
      {note && <p>{note}</p>}
    </div>
  )
}

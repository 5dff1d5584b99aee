import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { wordsOf } from './bar-words.ts'
import type { ChartData } from './chart-data.ts'
import type { Stretch } from './stretches.ts'
import { LineSwatch, Swatch } from './swatch.tsx'
import styles from './tooltip.module.css'

type TooltipProps = { data: ChartData; stretch: Stretch; ref: RefObject<HTMLDivElement | null> }

/** What a bar says, beside it. Whoever does not see it is told the same by the live region of the chart. */
export function Tooltip({ data, stretch, ref }: TooltipProps) {
  const t = useTranslations('kit.chart')
  const words = wordsOf(data, stretch, t('total'))
  const note = data.noteOf?.(stretch)
  return (
    <div ref={ref} className={styles.tooltip} aria-hidden="true">
      <b>{data.nameOf(stretch)}</b>
      {words.length ? (
        <ul className={styles.words}>
          {words.map(({ key, label, value, sign }) => (
            <li key={key}>
              {typeof sign === 'string' ? <LineSwatch token={sign} /> : sign ? <Swatch paint={sign} /> : <i />}
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

import { useTranslations } from 'use-intl'
import { useBoot } from '#kit/web/portal.ts'
import { StepsScene } from '#kit/web/steps.tsx'
import { priceAt } from './price-now.ts'
import styles from './price-plate.module.css'

/** What electricity costs at this hour, in words and as a step of the day. */
export function PriceOfTheHour() {
  const t = useTranslations('session.priceNow')
  const { now } = useBoot()
  const { steps, hour, time, level, until } = priceAt(new Date(now))
  const words = { now: t('now', { time }), price: t('price', { level, until }) }
  return (
    <div className={styles.day}>
      <p className={styles.now}>
        <b>{words.now}</b> {words.price}
      </p>
      <div className={styles.wide}>
        <MarkWords hour={hour} {...words} />
        <StepsScene width={640} height={360} steps={steps} now={hour} />
      </div>
      <div className={styles.low}>
        <StepsScene width={390} height={120} steps={steps} now={hour} />
      </div>
    </div>
  )
}

/** The words beside the mark of the hour, on the side where the day has more room; they do not grow with the drawing. */
function MarkWords({ hour, now, price }: { hour: number; now: string; price: string }) {
  const isBefore = hour >= 12
  const line = { x: `${(hour / 24) * 100}%`, dx: isBefore ? -16 : 16, textAnchor: isBefore ? 'end' : 'start' } as const
  return (
    <svg className={styles.words} aria-hidden="true">
      <text className={styles.strong} {...line} y="1em">
        {now}
      </text>
      <text {...line} y="2.45em">
        {price}
      </text>
    </svg>
  )
}

import { useTranslations } from 'use-intl'
import { DayStepsDrawing } from '#kit/web/graphics/day-steps-drawing.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { currentPriceAt } from './price-now.ts'
import styles from './sign-in-hero.module.css'

/** Shows what electricity costs at this hour, in words and as a step of the day. */
export function CurrentPricePanel() {
  const t = useTranslations('session.priceNow')
  const { now } = useBoot()
  const { steps, hour, time, level, until } = currentPriceAt(new Date(now))
  const texts = { now: t('now', { time }), price: t('price', { level, until }) }
  return (
    <div className={styles.day}>
      <p className={styles.now}>
        <b>{texts.now}</b> {texts.price}
      </p>
      <div className={styles.wide}>
        <MarkerLabel hour={hour} {...texts} />
        <DayStepsDrawing width={640} height={360} steps={steps} now={hour} />
      </div>
      <div className={styles.low}>
        <DayStepsDrawing width={390} height={120} steps={steps} now={hour} />
      </div>
    </div>
  )
}

/** The text beside the hour marker, on the side where the day has more room. It does not scale with the drawing. */
function MarkerLabel({ hour, now, price }: { hour: number; now: string; price: string }) {
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

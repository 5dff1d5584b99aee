import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { useBoot } from '#kit/web/portal.ts'
import { type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import { type PriceStep, priceStepsOf, stepAt } from '#vocabulary/price-steps.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { findNextChangingDay, periodCountOf } from '../rules.ts'
import styles from './current-price.module.css'
import { PriceStepsChart } from './price-steps-chart.tsx'

/**
 * Shows what electricity costs in the current hour, compared with the rest of the day. Shows nothing if the contract's
 * tariff has no periods, or outside the peninsula, whose zones cannot be determined from a contract.
 */
export function CurrentEnergyPrice({ contract }: { contract: Contract }) {
  const t = useTranslations('home.now')
  const headingId = useId()
  const { day, hour, time } = readMadridClock(useCurrentMinute())
  const nameOf = usePeriodName(contract.tariff.name)
  const steps = contract.is_peninsula ? priceStepsOf({ tariff: contract.tariff.name, day }) : []
  const step = stepAt(steps, hour)
  if (!step) return null
  const period = nameOf(step.period)
  const describeSteps = (priceSteps: readonly PriceStep[]) =>
    priceSteps.map(({ period, from, to }) => t('step', { period: nameOf(period), from, to })).join(', ')
  return (
    <section className="stack" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId} className={styles.at}>
          {t('at', { time })}
        </h2>
        <p className={styles.until}>
          {steps.length === 1 ? t('allDay', { period }) : t('until', { period, hour: step.to })}
        </p>
      </div>
      <PriceStepsChart
        steps={steps}
        hour={hour}
        periodCount={periodCountOf(contract.tariff.name)!}
        nameOf={nameOf}
        label={t('stairs', { steps: describeSteps(steps) })}
      />
      {steps.length === 1 && <NextPrices tariff={contract.tariff.name} day={day} describeSteps={describeSteps} />}
    </section>
  )
}

type NextPricesProps = { tariff: string; day: MarketDay; describeSteps: (steps: readonly PriceStep[]) => string }

/**
 * Shows the prices of the next day on which they change, below a day on which they do not: the next time that a choice
 * is worthwhile.
 */
function NextPrices({ tariff, day, describeSteps }: NextPricesProps) {
  const t = useTranslations('home')
  const { locale } = useBoot()
  const nameOf = usePeriodName(tariff)
  const next = findNextChangingDay(tariff, day)
  if (!next) return null
  return (
    <>
      <div className={styles.next}>
        <h3 className={styles.at}>
          {t('date', { weekday: t(`weekdays.${weekdayOf(next.day)}`), day: formatDay(next.day, locale) })}
        </h3>
        <p>{t('now.changesAgain')}</p>
      </div>
      <PriceStepsChart
        steps={next.steps}
        periodCount={periodCountOf(tariff)!}
        nameOf={nameOf}
        label={t('now.stairsOf', { day: formatDay(next.day, locale), steps: describeSteps(next.steps) })}
      />
    </>
  )
}

// Starts with the server's instant, then follows the clock.
function useCurrentMinute(): Date {
  const { now } = useBoot()
  const [instant, setInstant] = useState(() => new Date(now))
  useEffect(() => {
    const timer = setInterval(() => setInstant(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return instant
}

function usePeriodName(tariff: string): (period: Period) => string {
  const t = useTranslations('home.now.periods')
  const count = periodCountOf(tariff) ?? 6
  return (period) => {
    const word = periodNameOf(period, count)
    return word ? t(word) : `P${period}`
  }
}

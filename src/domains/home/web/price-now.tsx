import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { useBoot } from '#kit/web/portal.ts'
import { type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import { type PriceStep, priceStepsOf, stepAt } from '#vocabulary/price-steps.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { nextChangingDay, periodCountOf } from '../rules.ts'
import styles from './price-now.module.css'
import { PriceStairs } from './price-stairs.tsx'

/**
 * What electricity costs at this hour, against the rest of the day. Nothing where the contract's tariff has no periods, or
 * off the peninsula, whose zones a contract does not tell apart.
 */
export function PriceNow({ contract }: { contract: Contract }) {
  const t = useTranslations('home.now')
  const headingId = useId()
  const { day, hour, time } = madridClock(useMinute())
  const nameOf = usePeriodName(contract.tariff.name)
  const steps = contract.is_peninsula ? priceStepsOf({ tariff: contract.tariff.name, day }) : []
  const step = stepAt(steps, hour)
  if (!step) return null
  const period = nameOf(step.period)
  const told = (shown: readonly PriceStep[]) =>
    shown.map(({ period, from, to }) => t('step', { period: nameOf(period), from, to })).join(', ')
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
      <PriceStairs
        steps={steps}
        hour={hour}
        periodCount={periodCountOf(contract.tariff.name)!}
        nameOf={nameOf}
        label={t('stairs', { steps: told(steps) })}
      />
      {steps.length === 1 && <NextPrices tariff={contract.tariff.name} day={day} told={told} />}
    </section>
  )
}

type NextPricesProps = { tariff: string; day: MarketDay; told: (steps: readonly PriceStep[]) => string }

/** When there is something to choose again: the prices of the next day on which they change, below a day on which they do not. */
function NextPrices({ tariff, day, told }: NextPricesProps) {
  const t = useTranslations('home')
  const { locale } = useBoot()
  const nameOf = usePeriodName(tariff)
  const next = nextChangingDay(tariff, day)
  if (!next) return null
  return (
    <>
      <div className={styles.next}>
        <h3 className={styles.at}>
          {t('date', { weekday: t(`weekdays.${weekdayOf(next.day)}`), day: formatDay(next.day, locale) })}
        </h3>
        <p>{t('now.changesAgain')}</p>
      </div>
      <PriceStairs
        steps={next.steps}
        periodCount={periodCountOf(tariff)!}
        nameOf={nameOf}
        label={t('now.stairsOf', { day: formatDay(next.day, locale), steps: told(next.steps) })}
      />
    </>
  )
}

// The same instant as the server's at first, then the time as it passes.
function useMinute(): Date {
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
    const word = periodWord(period, count)
    return word ? t(word) : `P${period}`
  }
}

import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { useBoot } from '#kit/web/portal.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import { priceStepsOf, stepAt } from '#vocabulary/price-steps.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { periodCountOf } from '../rules.ts'
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
        label={t('stairs', {
          steps: steps.map(({ period, from, to }) => t('step', { period: nameOf(period), from, to })).join(', '),
        })}
      />
    </section>
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

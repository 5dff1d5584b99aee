import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import type { BillForecastReply } from '../api.ts'
import styles from './next-bill.module.css'
import { billForecastQuery } from './queries.ts'

/** The bill so far and where it will end: two sentences, the band drawn, and what the forecast assumes. */
export function NextBill({ contractId }: { contractId: number }) {
  const t = useTranslations('bill-forecasts')
  const { data } = useSuspenseQuery(billForecastQuery(useSend(), contractId))
  if (!data.bill) return <p className="soft">{t(`noBill.${data.no_bill_reason ?? 'nothing_to_bill'}`)}</p>
  return (
    <>
      <ShownForecast bill={data.bill} />
      <p>
        <Link href={`/alerts?contract=${contractId}`}>{t('alerts')}</Link>
      </p>
    </>
  )
}

function ShownForecast({ bill }: { bill: BillForecastReply }) {
  const t = useTranslations('bill-forecasts')
  const locale = useLocale()
  const euros = useEuros()
  const { start_date, end_date, due_date, so_far, forecast, reason, assumption } = bill
  const bold = { b: (chunks: ReactNode) => <b>{chunks}</b> }
  const days = { first: formatDay(start_date, locale), last: formatDay(end_date, locale) }
  return (
    <>
      <p>
        {so_far.end_date === null
          ? t('notBegun', days)
          : t.rich('soFar', {
              ...{ ...bold, ...days, amount: euros(so_far.amount), until: formatDay(so_far.end_date, locale) },
            })}{' '}
        {so_far.estimated_from && `${t('estimated', { day: formatDay(so_far.estimated_from, locale) })} `}
        {forecast &&
          t.rich('forecast', {
            ...{ ...bold, amount: euros(forecast.amount), lowest: euros(forecast.lowest) },
            ...{ highest: euros(forecast.highest) },
          })}
      </p>
      {forecast ? (
        <Band soFar={so_far.amount} forecast={forecast} />
      ) : (
        <p className="soft">
          {t(`reasons.${reason ?? 'price_unknown'}`, {
            ...{ measured: assumption.measured_days, needed: assumption.needed_days },
          })}
        </p>
      )}
      <Disclosure summary={t('how.title')}>
        <div className="stack">
          <p>
            {t(assumption.gas ? 'how.gasCalculation' : 'how.calculation', {
              ...days,
              due: formatDay(due_date, locale),
            })}
          </p>
          {assumption.gas ? (
            <GasAssumption assumption={assumption} gas={assumption.gas} isForecast={forecast !== null} />
          ) : (
            forecast && <HoursAssumption assumption={assumption} />
          )}
          {assumption.left_out.map((left) => (
            <p key={left}>{t(`leftOut.${left}`)}</p>
          ))}
        </div>
      </Disclosure>
    </>
  )
}

type Assumption = BillForecastReply['assumption']

function HoursAssumption({ assumption }: { assumption: Assumption }) {
  const t = useTranslations('bill-forecasts.how')
  const { basis, days_to_come, measured_days, year_before_days, level, market_level } = assumption
  return (
    <>
      <p>{t('forecast', { days: days_to_come, measured: measured_days })}</p>
      <p>{level === null ? t('noYear') : t('year', { days: year_before_days, ...changeOf(level) })}</p>
      {basis === 'hours_and_market' && (
        <p>{t('market', market_level === null ? { change: 'none', percent: 0 } : changeOf(market_level))}</p>
      )}
    </>
  )
}

type GasAssumptionProps = { assumption: Assumption; gas: NonNullable<Assumption['gas']>; isForecast: boolean }

function GasAssumption({ assumption: { days_to_come, level }, gas, isForecast }: GasAssumptionProps) {
  const t = useTranslations('bill-forecasts.how')
  const locale = useLocale()
  const { known_until, compared_periods, own_reading } = gas
  return (
    <>
      {own_reading && (
        <p>
          {t('ownReading', {
            ...{ day: formatDay(own_reading.date, locale), volume: formatDecimal(own_reading.volume, locale) },
            factor: formatDecimal(own_reading.factor, locale, { decimals: 2 }),
          })}
        </p>
      )}
      {isForecast && known_until && level !== null && (
        <>
          <p>{t('gas', { until: formatDay(known_until, locale), days: days_to_come, ...changeOf(level) })}</p>
          <p>{t('gasBand', { count: compared_periods })}</p>
        </>
      )}
    </>
  )
}

/** How far a level is from that of the year before, for a sentence. */
function changeOf(level: number): { change: 'same' | 'more' | 'less'; percent: number } {
  const percent = Math.round(Math.abs(level - 1) * 100)
  return { percent, change: percent === 0 ? 'same' : level > 1 ? 'more' : 'less' }
}

type BandProps = { soFar: number; forecast: NonNullable<BillForecastReply['forecast']> }

/** The amount so far, the band and the expected amount, on one line. The sentence above it says the same. */
function Band({ soFar, forecast: { amount, lowest, highest } }: BandProps) {
  const end = Math.max(highest, soFar, 1) * 1.1
  const at = (euros: number) => `${((100 * Math.max(0, euros)) / end).toFixed(2)}%`
  return (
    <svg className={styles.band} aria-hidden="true">
      <rect className={styles.track} width="100%" height="100%" rx="6" />
      <rect className={styles.likely} x={at(lowest)} width={at(highest - lowest)} height="100%" />
      <rect className={styles.spent} width={at(soFar)} height="100%" rx="6" />
      <rect className={styles.expected} x={at(amount)} width="2" height="100%" />
    </svg>
  )
}

function useEuros(): (amount: number) => string {
  const locale = useLocale()
  return (amount) => formatMoney(Math.round(amount * 100), locale)
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { BillForecastReply } from '../api.ts'
import styles from './next-bill.module.css'
import { billForecastQuery } from './queries.ts'

/** The bill so far and where it will end: two sentences, the band drawn, and what the forecast assumes. */
export function NextBill({ contractId }: { contractId: number }) {
  const t = useTranslations('bill-forecasts')
  const forecast = useQuery(billForecastQuery(useSend(), contractId))
  const { data, error } = forecast
  if (data?.bill)
    return (
      <>
        <ShownForecast bill={data.bill} />
        <p>
          <Link href={`/alerts?contract=${contractId}`}>{t('alerts')}</Link>
        </p>
      </>
    )
  if (data?.no_bill_reason) return <p className="soft">{t(`noBill.${data.no_bill_reason}`)}</p>
  if (!error) return <p>{t('lead')}</p>
  return (
    <ErrorState
      title={t('failed.title')}
      failure={error}
      onRetry={() => void forecast.refetch()}
      isRetrying={forecast.isFetching}
    >
      {t('failed.text')}
    </ErrorState>
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
          {reason === 'too_few_days'
            ? t('reasons.too_few_days', { measured: assumption.measured_days, needed: assumption.needed_days })
            : t('reasons.price_unknown')}
        </p>
      )}
      <Disclosure summary={t('how.title')}>
        <p>{t('how.calculation', { ...days, due: formatDay(due_date, locale) })}</p>
        {forecast && <p>{t('how.forecast', { days: assumption.days_to_come, measured: assumption.measured_days })}</p>}
        {forecast && <p>{yearSentence(t, assumption)}</p>}
        {assumption.left_out.map((left) => (
          <p key={left}>{t(`leftOut.${left}`)}</p>
        ))}
      </Disclosure>
    </>
  )
}

function yearSentence(
  t: ReturnType<typeof useTranslations<'bill-forecasts'>>,
  { year_before_days: days, level }: BillForecastReply['assumption'],
): string {
  if (level === null) return t('how.noYear')
  const percent = Math.round(Math.abs(level - 1) * 100)
  return t('how.year', { days, percent, change: percent === 0 ? 'same' : level > 1 ? 'more' : 'less' })
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

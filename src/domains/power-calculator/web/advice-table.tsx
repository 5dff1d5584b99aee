import { useLocale, useTranslations } from 'use-intl'
import { Table } from '#kit/web/list/table.tsx'
import { formatDay, formatPower } from '#vocabulary/format.ts'
import type { PowerAdviceModel } from './queries.ts'

/** The contracted and the measured power of each period, and the advised one where it is another. */
export function AdviceTable({ advice: { verdict, periods, tariff } }: { advice: PowerAdviceModel }) {
  const t = useTranslations('power-calculator.advice')
  const locale = useLocale()
  const isChange = verdict === 'lower' || verdict === 'raise'

  const bothPowers = ({ contractedWatts, measuredWatts }: AdvicePeriod) =>
    t('bothText', { contracted: formatPower(contractedWatts, locale), measured: formatPower(measuredWatts, locale) })

  function nameOf(period: string): string {
    if (tariff !== '2.0TD') return period
    return t(period === 'P1' ? 'peak' : 'valley')
  }

  return (
    <Table
      caption={t('caption')}
      rows={periods}
      rowKey={({ period }) => period}
      columns={[
        {
          key: 'period',
          header: t('period'),
          kind: 'name',
          listPosition: 'title',
          cell: ({ period }) => nameOf(period),
        },
        {
          key: 'contracted',
          header: t('contracted'),
          kind: 'number',
          cell: ({ contractedWatts }) => formatPower(contractedWatts, locale),
        },
        {
          key: 'measured',
          header: t('measured'),
          kind: 'number',
          cell: (period) => <MeasuredPower period={period} />,
        },
        ...(isChange
          ? [
              {
                key: 'advised',
                header: t('advised'),
                kind: 'number' as const,
                listPosition: 'titleEnd' as const,
                cell: ({ advisedWatts }: AdvicePeriod) => <b>{formatPower(advisedWatts, locale)}</b>,
              },
            ]
          : []),
        {
          key: 'both',
          header: t('both'),
          isListOnly: true,
          listPosition: 'second',
          cell: bothPowers,
        },
      ]}
    />
  )
}

type AdvicePeriod = PowerAdviceModel['periods'][number]

function MeasuredPower({ period: { measuredWatts, minutes, date } }: { period: AdvicePeriod }) {
  const t = useTranslations('power-calculator.advice')
  const locale = useLocale()
  return (
    <>
      {formatPower(measuredWatts, locale)}
      {date && <span className="note"> {t('when', { minutes: minutes!, day: formatDay(date, locale) })}</span>}
    </>
  )
}

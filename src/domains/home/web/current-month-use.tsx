import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type ConsumptionCurve, sumOf, sumUsedWh } from '#domains/consumption/consumption-curve.ts'
import type { CurveRange } from '#domains/consumption/rules.ts'
import type { Contract } from '#domains/contracts/api.ts'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { dayCount, lastOfMonth } from '#vocabulary/day.ts'
import { formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import {
  changeOfUsePercent,
  directionOf,
  type ElectricityUse,
  readDaysOf,
  readingsMonth,
  sameDaysBefore,
  sentenceCase,
  sumWalletCents,
} from '../rules.ts'
import { monthQuery } from './queries.ts'
import { useOfDays } from './use-of-days.ts'

/** Shows what a contract used and fed in this month, up to its last reading. */
export function CurrentMonthUse({ contract, hasOthers }: { contract: Contract; hasOthers: boolean }) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const headingId = useId()
  const { now } = useBoot()
  const range = readingsMonth(readMadridClock(new Date(now)).day)
  const { data, isError } = useQuery(monthQuery(useSend(), contract.id, range))
  const month = formatMonth(range.start, locale, 'name')
  const dataUntil = data?.dataUntil ?? null
  const until = dataUntil && dataUntil < range.end ? dataUntil : range.end
  const day = Number(until.slice(-2))
  const usedWh = data ? sumOf(sumUsedWh(data)) : null
  const days = readDaysOf(range, dataUntil)
  const hasReadings = dataUntil ? dataUntil >= range.start : usedWh !== null
  return (
    <section className="stack" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId}>
          {sentenceCase(dataUntil && hasReadings && until !== lastOfMonth(until) ? t('until', { month, day }) : month)}
        </h2>
        {hasOthers && <p className="note">{contract.cups.full_address}</p>}
      </div>
      {data ? (
        hasReadings ? (
          <>
            {days && <UseComparison curve={data} days={days} contractId={contract.id} />}
            <UseFacts usedWh={usedWh} curve={data} contract={contract} />
          </>
        ) : (
          <p className="soft">{t('none')}</p>
        )
      ) : null}
      {!data && (isError ? <p className="soft">{t('failed')}</p> : <Skeleton count={2} />)}
      <p className="note">
        {t('late')}{' '}
        <Link href={`/contracts/electricity/${encodeURIComponent(contract.name)}#consumption`}>{t('see')}</Link>
      </p>
    </section>
  )
}

type UseComparisonProps = { curve: ConsumptionCurve; days: CurveRange; contractId: number }

/** Shows how much more or less was used than a year before or, if that is not fully known, than the month before. */
function UseComparison({ curve, days, contractId }: UseComparisonProps) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const [now, send] = [useOfDays(curve, days), useSend()]
  const [yearDays, monthDays] = [sameDaysBefore(days, 'year'), sameDaysBefore(days, 'month')]
  const year = useQuery(monthQuery(send, contractId, yearDays))
  const yearComparison = year.data && compareUse(now, year.data, yearDays)
  const month = useQuery({ ...monthQuery(send, contractId, monthDays), enabled: !year.isPending && !yearComparison })
  const comparison = yearComparison ?? (month.data && compareUse(now, month.data, monthDays))
  if (!comparison) return null
  const isAsLong = dayCount(days.start, days.end) === dayCount(comparison.days.start, comparison.days.end)
  return (
    <p>
      {t.rich(isAsLong ? 'against' : 'againstByDay', {
        ago: comparison === yearComparison ? 'year' : 'month',
        change: directionOf(comparison.change),
        percent: Math.abs(comparison.change),
        energy: formatEnergy(comparison.usedWh, locale),
        b: (chunks: ReactNode) => <b>{chunks}</b>,
      })}
    </p>
  )
}

function compareUse(now: ElectricityUse, before: ConsumptionCurve, days: CurveRange) {
  const use = useOfDays(before, days)
  const change = changeOfUsePercent(now, use)
  return change === null ? null : { ...use, change }
}

function UseFacts({ usedWh, curve, contract }: { usedWh: number | null; curve: ConsumptionCurve; contract: Contract }) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const exportedWh = curve.fedInWh && sumOf(curve.fedInWh)
  return (
    <DescriptionList layout="pairs">
      <DescriptionItem label={t('used')}>{formatEnergy(usedWh, locale)}</DescriptionItem>
      {exportedWh !== null && (
        <DescriptionItem label={t('exported')}>{formatEnergy(exportedWh, locale)}</DescriptionItem>
      )}
      {contract.bateria_virtual.length > 0 && (
        <DescriptionItem label={t('wallet')}>
          {formatMoney(sumWalletCents(contract.bateria_virtual), locale)}
        </DescriptionItem>
      )}
    </DescriptionList>
  )
}

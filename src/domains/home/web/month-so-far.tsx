import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { DayRange } from '#domains/consumption/rules.ts'
import { allUsedWh, sumOf, type ToldCurve } from '#domains/consumption/told-curve.ts'
import type { Contract } from '#domains/contracts/api.ts'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { dayCount, lastOfMonth } from '#vocabulary/day.ts'
import { formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import {
  changeOfUse,
  direction,
  readDays,
  readMonth,
  sameDaysBefore,
  sentenceCase,
  type Use,
  walletCents,
} from '../rules.ts'
import { monthQuery } from './queries.ts'
import { usedIn } from './used-in.ts'

/** What a contract used and gave this month, as far as its readings go. */
export function MonthSoFar({ contract, hasOthers }: { contract: Contract; hasOthers: boolean }) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const headingId = useId()
  const { now } = useBoot()
  const range = readMonth(madridClock(new Date(now)).day)
  const { data, isError } = useQuery(monthQuery(useSend(), contract.id, range))
  const month = formatMonth(range.start, locale, 'name')
  const dataUntil = data?.dataUntil ?? null
  const until = dataUntil && dataUntil < range.end ? dataUntil : range.end
  const day = Number(until.slice(-2))
  const usedWh = data ? sumOf(allUsedWh(data)) : null
  const days = readDays(range, dataUntil)
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
            {days && <AgainstBefore curve={data} days={days} contractId={contract.id} />}
            <Used usedWh={usedWh} curve={data} contract={contract} />
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

type AgainstBeforeProps = { curve: ToldCurve; days: DayRange; contractId: number }

/** How much more or less was used than a year before or, where that is not known whole, than the month before. */
function AgainstBefore({ curve, days, contractId }: AgainstBeforeProps) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const [now, send] = [usedIn(curve, days), useSend()]
  const [yearDays, monthDays] = [sameDaysBefore(days, 'year'), sameDaysBefore(days, 'month')]
  const year = useQuery(monthQuery(send, contractId, yearDays))
  const againstYear = year.data && compared(now, year.data, yearDays)
  const month = useQuery({ ...monthQuery(send, contractId, monthDays), enabled: !year.isPending && !againstYear })
  const against = againstYear ?? (month.data && compared(now, month.data, monthDays))
  if (!against) return null
  const isAsLong = dayCount(days.start, days.end) === dayCount(against.days.start, against.days.end)
  return (
    <p>
      {t.rich(isAsLong ? 'against' : 'againstByDay', {
        ago: against === againstYear ? 'year' : 'month',
        change: direction(against.change),
        percent: Math.abs(against.change),
        energy: formatEnergy(against.usedWh, locale),
        b: (chunks: ReactNode) => <b>{chunks}</b>,
      })}
    </p>
  )
}

function compared(now: Use, before: ToldCurve, days: DayRange) {
  const use = usedIn(before, days)
  const change = changeOfUse(now, use)
  return change === null ? null : { ...use, change }
}

function Used({ usedWh, curve, contract }: { usedWh: number | null; curve: ToldCurve; contract: Contract }) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const exportedWh = curve.fedInWh && sumOf(curve.fedInWh)
  return (
    <Facts layout="pairs">
      <Fact label={t('used')}>{formatEnergy(usedWh, locale)}</Fact>
      {exportedWh !== null && <Fact label={t('exported')}>{formatEnergy(exportedWh, locale)}</Fact>}
      {contract.bateria_virtual.length > 0 && (
        <Fact label={t('wallet')}>{formatMoney(walletCents(contract.bateria_virtual), locale)}</Fact>
      )}
    </Facts>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { lastOfMonth } from '#vocabulary/day.ts'
import { whFromKwh } from '#vocabulary/energy.ts'
import { formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { readMonth, sentenceCase } from '../rules.ts'
import { monthQuery } from './queries.ts'

/** What a contract used and gave this month, as far as its readings go. */
export function MonthSoFar({ contract, hasOthers }: { contract: Contract; hasOthers: boolean }) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const headingId = useId()
  const { now } = useBoot()
  const range = readMonth(madridClock(new Date(now)).day)
  const { data, isError } = useQuery(monthQuery(useSend(), contract.id, range))
  const month = formatMonth(range.start, locale, 'name')
  const until = data?.data_until && data.data_until < range.end ? data.data_until : range.end
  const day = Number(until.slice(-2))
  const hasReadings = Boolean(data?.data_until && data.data_until >= range.start)
  return (
    <section className="stack" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId}>
          {sentenceCase(hasReadings && until !== lastOfMonth(until) ? t('until', { month, day }) : month)}
        </h2>
        {hasOthers && <p className="note">{contract.cups.full_address}</p>}
      </div>
      {data ? hasReadings ? <Used data={data} contract={contract} /> : <p className="soft">{t('none')}</p> : null}
      {!data && (isError ? <p className="soft">{t('failed')}</p> : <Skeleton count={2} />)}
      <p className="note">
        {t('late')}{' '}
        <Link href={`/contracts/electricity/${encodeURIComponent(contract.name)}#consumption`}>{t('see')}</Link>
      </p>
    </section>
  )
}

type Readings = { magnitudes: { elements: { name: string; total: number | null }[] } }

function Used({ data, contract }: { data: Readings; contract: Contract }) {
  const t = useTranslations('home.month')
  const locale = useLocale()
  const energyOf = (magnitude: string) => {
    const total = data.magnitudes.elements.find(({ name }) => name === magnitude)?.total ?? null
    return total === null ? null : whFromKwh(String(total))
  }
  const exportedWh = energyOf('exportada')
  const walletEuros = contract.bateria_virtual.reduce((sum, { total_descompte }) => sum + total_descompte, 0)
  return (
    <Facts layout="pairs">
      <Fact label={t('used')}>{formatEnergy(energyOf('activa'), locale)}</Fact>
      {exportedWh !== null && <Fact label={t('exported')}>{formatEnergy(exportedWh, locale)}</Fact>}
      {contract.bateria_virtual.length > 0 && (
        <Fact label={t('wallet')}>{formatMoney(Math.round(walletEuros * 100), locale)}</Fact>
      )}
    </Facts>
  )
}

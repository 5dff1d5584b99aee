import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Failed } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Identifier } from '#kit/web/identifier.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import type { WireTransferDetails } from '../api.ts'
import type { PayingItem } from './paying-item.ts'
import { transferQuery } from './queries.ts'
import styles from './transfer-details.module.css'

/** Account, beneficiary and concept of a transfer, each to be copied, and the code that holds all of it for apps of banks. */
export function TransferDetails({ item }: { item: PayingItem }) {
  const t = useTranslations('payments')
  const { data, error, isFetching, refetch } = useQuery(transferQuery(useSend(), item))
  if (isRefused(error) && error.code === 'no_transfer')
    return <Banner tone="notice">{t('refusals.no_transfer')}</Banner>
  if (error)
    return (
      <Failed title={t('transfer.failedTitle')} onRetry={() => void refetch()} isRetrying={isFetching}>
        {t('transfer.failedWords')}
      </Failed>
    )
  return data ? <Details details={data} /> : <Skeleton kind="block" />
}

function Details({ details }: { details: WireTransferDetails }) {
  const t = useTranslations('payments.transfer')
  const locale = useLocale()
  const today = madridClock(new Date(useBoot().now)).day
  const { iban, bic, beneficiary, concept, amount, due_date: dueOn, code } = details
  return (
    <div className={styles.details}>
      <p>{t(dueOn < today ? 'late' : 'until', { day: formatDay(dueOn, locale) })}</p>
      <Facts layout="pairs">
        <Fact label={t('account')}>
          <Identifier groups={ibanGroups(iban)} value={iban} label={t('account')} />
        </Fact>
        <Fact label={t('beneficiary')}>{beneficiary}</Fact>
        {bic && <Fact label={t('bic')}>{bic}</Fact>}
        <Fact label={t('concept')}>
          <Identifier groups={[concept]} value={concept} label={t('concept')} />
        </Fact>
        <Fact label={t('amount')}>{formatMoney(Math.round(amount * 100), locale)}</Fact>
      </Facts>
      <p className="small soft">{t('keepConcept')}</p>
      {code && (
        <div className={styles.code}>
          <svg className={styles.drawn} viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t('picture')}>
            <path d={code.path} />
          </svg>
          <p>{t('scan')}</p>
        </div>
      )}
    </div>
  )
}

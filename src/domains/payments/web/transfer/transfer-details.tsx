import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { splitIban } from '#vocabulary/iban-display.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import type { WireTransferDetails } from '../../api.ts'
import type { PayableItem } from '../payable-item.ts'
import { transferQuery } from '../queries.ts'
import styles from './transfer-details.module.css'

/**
 * Shows account, beneficiary and concept of a transfer, each with a button to copy it, and the QR code that holds all
 * of them for banking apps.
 */
export function TransferDetails({ item }: { item: PayableItem }) {
  const t = useTranslations('payments')
  const { data, error, isFetching, refetch } = useQuery({ ...transferQuery(useSend(), item), staleTime: 0 })
  if (isRefused(error) && error.code === 'no_transfer')
    return <Banner tone="notice">{t('refusals.no_transfer')}</Banner>
  if (error)
    return (
      <ErrorState title={t('transfer.failedTitle')} onRetry={() => void refetch()} isRetrying={isFetching}>
        {t('transfer.failedText')}
      </ErrorState>
    )
  return data ? <Details details={data} /> : <Skeleton kind="block" />
}

function Details({ details }: { details: WireTransferDetails }) {
  const t = useTranslations('payments.transfer')
  const locale = useLocale()
  const today = readMadridClock(new Date(useBoot().now)).day
  const { iban, bic, beneficiary, concept, amount, remaining = 0, due_date: dueOn, code } = details
  return (
    <div className={styles.details}>
      <p>{t(dueOn < today ? 'late' : 'until', { day: formatDay(dueOn, locale) })}</p>
      {remaining > 0 && <p>{t('part', { rest: formatMoney(Math.round(remaining * 100), locale) })}</p>}
      <DescriptionList layout="pairs">
        <DescriptionItem label={t('account')}>
          <Identifier groups={splitIban(iban)} value={iban} label={t('account')} />
        </DescriptionItem>
        <DescriptionItem label={t('beneficiary')}>{beneficiary}</DescriptionItem>
        {bic && <DescriptionItem label={t('bic')}>{bic}</DescriptionItem>}
        <DescriptionItem label={t('concept')}>
          <Identifier groups={[concept]} value={concept} label={t('concept')} />
        </DescriptionItem>
        <DescriptionItem label={t('amount')}>{formatMoney(Math.round(amount * 100), locale)}</DescriptionItem>
      </DescriptionList>
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

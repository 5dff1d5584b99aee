import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/description-list.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { ErrorState } from '#kit/web/empty-state.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { tick } from '#kit/web/icons.ts'
import { KeyFigure } from '#kit/web/key-figure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { downloadReceipt } from '../api.ts'
import styles from './item-payment-dialog.module.css'
import type { PayableItem } from './payable-item.ts'
import { summaryQuery } from './queries.ts'
import type { PaidSummary } from './read-summary.ts'

/**
 * Shows what was paid, for the customer's records; or that the payment is not booked yet, which does not mean that it
 * failed.
 */
export function PaymentSummaryDialog({ item, onClose }: { item: PayableItem; onClose: () => void }) {
  const t = useTranslations('payments.summary')
  const { data: summary, error, isFetching, refetch } = useQuery(summaryQuery(useSend(), item))
  return (
    <Dialog
      title={t(summary === null ? 'notFound.title' : 'title')}
      subject={summary ? undefined : t('subject', { number: item.number })}
      onClose={onClose}
    >
      {summary && <PaidSummaryDetails summary={summary} />}
      {summary === null && <Banner tone="notice">{t('notFound.words')}</Banner>}
      {summary === undefined && !error && <Skeleton />}
      {error && (
        <ErrorState title={t('failed.title')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('failed.words')}
        </ErrorState>
      )}
      <DialogActions>
        {summary && (
          <DownloadButton
            call={downloadReceipt}
            params={{ invoiceId: String(item.id) }}
            query={{ related_object_type: item.kind }}
          >
            {t('receipt')}
          </DownloadButton>
        )}
        <Button onClick={onClose}>{t('done')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function PaidSummaryDetails({ summary }: { summary: PaidSummary }) {
  const t = useTranslations('payments.summary')
  const locale = useLocale()
  const { amountCents, at, invoiceNumber, paidBy, cardEnding, operation, refundedCents } = summary
  return (
    <>
      <div className={styles.outcome}>
        <span className={`${styles.mark} ${styles.good}`}>
          <Icon shape={tick} />
        </span>
        <div>
          <KeyFigure text={formatMoney(amountCents, locale)} size="medium" />
          {paidBy && <p className="small soft">{t('paidBy', { email: paidBy })}</p>}
        </div>
      </div>
      <DescriptionList layout="pairs" isSmall>
        {invoiceNumber && <DescriptionItem label={t('invoice')}>{invoiceNumber}</DescriptionItem>}
        <DescriptionItem label={t('at')}>{formatInstant(at, locale)}</DescriptionItem>
        {cardEnding && <DescriptionItem label={t('card')}>{t('cardEnding', { ending: cardEnding })}</DescriptionItem>}
        {refundedCents > 0 && (
          <DescriptionItem label={t('refunded')}>{formatMoney(refundedCents, locale)}</DescriptionItem>
        )}
        {operation && <DescriptionItem label={t('operation')}>{operation}</DescriptionItem>}
      </DescriptionList>
    </>
  )
}

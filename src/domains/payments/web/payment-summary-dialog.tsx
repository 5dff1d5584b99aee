import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { KeyFigure } from '#kit/web/display/key-figure.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { tick } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
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
      {summary === null && <Banner tone="notice">{t('notFound.text')}</Banner>}
      {summary === undefined && !error && <Skeleton />}
      {error && (
        <ErrorState title={t('failed.title')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('failed.text')}
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

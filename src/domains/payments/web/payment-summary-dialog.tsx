import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Failed } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Figure } from '#kit/web/figure.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { tick } from '#kit/web/icons.ts'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { downloadReceipt } from '../api.ts'
import type { PayingItem } from './paying-item.ts'
import styles from './payment-dialog.module.css'
import { summaryQuery } from './queries.ts'
import type { PaidSummary } from './read-summary.ts'

/** What was paid, to be kept; or that the payment is not in the books yet, which does not mean that it failed. */
export function PaymentSummaryDialog({ item, onClose }: { item: PayingItem; onClose: () => void }) {
  const t = useTranslations('payments.summary')
  const { data: summary, error, isFetching, refetch } = useQuery(summaryQuery(useSend(), item))
  return (
    <Dialog
      title={t(summary === null ? 'notFound.title' : 'title')}
      subject={summary ? undefined : t('subject', { number: item.number })}
      onClose={onClose}
    >
      {summary && <Paid summary={summary} />}
      {summary === null && <Banner tone="notice">{t('notFound.words')}</Banner>}
      {summary === undefined && !error && <Skeleton />}
      {error && (
        <Failed title={t('failed.title')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('failed.words')}
        </Failed>
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

function Paid({ summary }: { summary: PaidSummary }) {
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
          <Figure text={formatMoney(amountCents, locale)} size="medium" />
          {paidBy && <p className="small soft">{t('paidBy', { email: paidBy })}</p>}
        </div>
      </div>
      <Facts layout="pairs" isSmall>
        {invoiceNumber && <Fact label={t('invoice')}>{invoiceNumber}</Fact>}
        <Fact label={t('at')}>{formatInstant(at, locale)}</Fact>
        {cardEnding && <Fact label={t('card')}>{t('cardEnding', { ending: cardEnding })}</Fact>}
        {refundedCents > 0 && <Fact label={t('refunded')}>{formatMoney(refundedCents, locale)}</Fact>}
        {operation && <Fact label={t('operation')}>{operation}</Fact>}
      </Facts>
    </>
  )
}

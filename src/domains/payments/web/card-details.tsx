import { type ReactNode, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Failed } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { DialogActions } from '#kit/web/dialog.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { lock } from '#kit/web/icons.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { CardFieldsHandle } from './card-provider.ts'
import type { PayingItem } from './paying-item.ts'
import styles from './payment-dialog.module.css'
import type { CardDesk } from './queries.ts'
import type { CardDeskStatus } from './use-card-desk.ts'

type CardDetailsProps = {
  item: PayingItem
  desk: CardDeskStatus
  onClose: () => void
  /** The fields have made a payment method of what was typed. */
  onMethod: (platform: string, methodId: string) => void
}

/** Asks for the card, or says why that is not possible. */
export function CardDetails({
  item,
  desk: { data: desk, error, isFetching, refetch },
  onClose,
  onMethod,
}: CardDetailsProps) {
  const t = useTranslations('payments')
  if (desk) return <CardForm item={item} desk={desk} onClose={onClose} onMethod={onMethod} />
  if (desk === null) return <NoPayment onClose={onClose}>{t('dialog.noPlatform')}</NoPayment>
  if (isRefused(error) && error.code === 'platform_denied')
    return <NoPayment onClose={onClose}>{t('refusals.platform_denied')}</NoPayment>
  if (error)
    return (
      <Failed
        title={t('dialog.notOpened.title')}
        failure={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {t('dialog.notOpened.words')}
      </Failed>
    )
  return <Skeleton kind="block" />
}

function NoPayment({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useTranslations('payments.dialog')
  return (
    <>
      <Banner tone="notice">{children}</Banner>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </>
  )
}

function CardForm({
  item,
  desk: { platform, publishableKey, provider },
  onClose,
  onMethod,
}: Omit<CardDetailsProps, 'desk'> & { desk: CardDesk }) {
  const t = useTranslations('payments')
  const locale = useLocale()
  const fields = useRef<CardFieldsHandle>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'sending'>('loading')

  async function submit() {
    if (state !== 'ready') return
    setState('sending')
    const methodId = await fields.current!.makeMethod()
    setState('ready')
    if (methodId) onMethod(platform, methodId)
  }

  return (
    <>
      <provider.Fields
        ref={fields}
        publishableKey={publishableKey}
        onReady={() => setState('ready')}
        onSubmit={() => void submit()}
        errorText={(error) => t(`cardErrors.${error}`)}
      />
      <p className={styles.promise}>
        <Icon shape={lock} />
        {t('dialog.details.promise')}
      </p>
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button isBusy={state !== 'ready'} onClick={() => void submit()}>
          {t('dialog.pay', { amount: formatMoney(item.amountCents, locale) })}
        </Button>
      </DialogActions>
    </>
  )
}

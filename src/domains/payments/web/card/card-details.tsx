import { type ReactNode, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { lock } from '#kit/web/graphics/icons.ts'
import { DialogActions } from '#kit/web/overlay/dialog.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import styles from '../item-payment-dialog.module.css'
import type { PayableItem } from '../payable-item.ts'
import type { CardSetup } from '../queries.ts'
import type { CardFieldsHandle } from './card-provider.ts'
import type { CardSetupState } from './use-card-setup.ts'

type CardDetailsProps = {
  item: PayableItem
  setup: CardSetupState
  onClose: () => void
  /** Called with the payment method that the fields have created. */
  onMethod: (platform: string, methodId: string) => void
}

/** Shows the card fields, or explains why cards are not available. */
export function CardDetails({
  item,
  setup: { data: setup, error, isFetching, refetch },
  onClose,
  onMethod,
}: CardDetailsProps) {
  const t = useTranslations('payments')
  if (setup) return <CardForm item={item} setup={setup} onClose={onClose} onMethod={onMethod} />
  if (setup === null) return <NoPayment onClose={onClose}>{t('dialog.noPlatform')}</NoPayment>
  if (isRefused(error) && error.code === 'platform_denied')
    return <NoPayment onClose={onClose}>{t('refusals.platform_denied')}</NoPayment>
  if (error)
    return (
      <ErrorState
        title={t('dialog.notOpened.title')}
        failure={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {t('dialog.notOpened.text')}
      </ErrorState>
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
  setup: { platform, publishableKey, provider },
  onClose,
  onMethod,
}: Omit<CardDetailsProps, 'setup'> & { setup: CardSetup }) {
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

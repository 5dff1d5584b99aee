import { useEffect, useEffectEvent, useImperativeHandle } from 'react'
import { useTranslations } from 'use-intl'
import { usePortal } from '#kit/web/portal.ts'
import { providerRedirectPath } from '../../paths.ts'
import { PaymentPending } from '../interrupted/payment-pending.tsx'
import type { AuthenticationProps, CardFieldsProps, CardProvider } from './card-provider.ts'

/** Shown in place of card fields: the card is typed on Redsys' own page, to which the payment redirects. */
function RedsysNotice({ ref, onReady }: CardFieldsProps) {
  const t = useTranslations('payments.dialog.elsewhere')
  const notifyReady = useEffectEvent(onReady)
  useEffect(() => notifyReady(), [])
  // Each submission is a payment of its own; if an order is still open, it is resumed.
  useImperativeHandle(ref, () => ({ makeMethod: async () => `page-${crypto.randomUUID()}` }))
  return <p>{t('text')}</p>
}

/** Leaves through a page of the portal whose content security policy allows its form to submit to Redsys. */
function RedsysRedirect({ paymentId, onFinished }: AuthenticationProps) {
  const t = useTranslations('payments.dialog.elsewhere')
  const { basePath } = usePortal()
  const finish = useEffectEvent(onFinished)
  // The browser may restore this page from its cache when the user goes back from Redsys' page.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && finish()
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  useEffect(() => location.assign(basePath + providerRedirectPath('redsys', paymentId)), [basePath, paymentId])
  return <PaymentPending title={t('leaving')}>{t('text')}</PaymentPending>
}

export const redsysPage: CardProvider = { Fields: RedsysNotice, Authentication: RedsysRedirect }

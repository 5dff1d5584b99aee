import { useEffect, useEffectEvent, useImperativeHandle } from 'react'
import { useTranslations } from 'use-intl'
import { usePortal } from '#kit/web/portal.ts'
import { leavingPath } from '../paths.ts'
import type { AuthenticationProps, CardFieldsProps, CardProvider } from './card-provider.ts'
import { PaymentWait } from './payment-wait.tsx'

/** In the place of fields: the card is typed on Redsys' own page, to which the payment leads. */
function RedsysAnnouncement({ ref, onReady }: CardFieldsProps) {
  const t = useTranslations('payments.dialog.elsewhere')
  const tell = useEffectEvent(onReady)
  useEffect(() => tell(), [])
  // Each press is a payment of its own; that of an order which is still open goes on with it.
  useImperativeHandle(ref, () => ({ makeMethod: async () => `page-${crypto.randomUUID()}` }))
  return <p>{t('words')}</p>
}

/** Leaves by a page of ours whose policy lets its form lead to Redsys. */
function RedsysDeparture({ paymentId, onAnswered }: AuthenticationProps) {
  const t = useTranslations('payments.dialog.elsewhere')
  const { basePath } = usePortal()
  const answer = useEffectEvent(onAnswered)
  // A browser may show this page again as it was left, for who goes back from Redsys' page.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && answer()
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  useEffect(() => location.assign(basePath + leavingPath('redsys', paymentId)), [basePath, paymentId])
  return <PaymentWait title={t('leaving')}>{t('words')}</PaymentWait>
}

export const redsysPage: CardProvider = { Fields: RedsysAnnouncement, Authentication: RedsysDeparture }

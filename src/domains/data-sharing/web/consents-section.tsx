import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { DataConsent } from '../api.ts'
import { ConsentTable } from './consent-table.tsx'
import { dataConsentsQuery } from './queries.ts'

const GiveConsentDialog = lazyPart(async () => (await import('./give-consent-dialog.tsx')).GiveConsentDialog)

/** What third parties may read, with the ways to give, renew and withdraw a consent. */
export function ConsentsSection() {
  const t = useTranslations('data-sharing.consents')
  const locale = useLocale()
  const { data } = useSuspenseQuery(dataConsentsQuery(useSend()))
  const disabledReason = useReadonlyReason()
  const outageText = useOutageText()
  const [isGiving, setGiving] = useState(false)
  const { renew, withdraw, failure, busyId } = useConsentActs()
  const { items, holders, valid_until: until } = data
  const giveButton = (
    <Button disabledReason={disabledReason} onClick={() => setGiving(true)}>
      {t('give')}
    </Button>
  )
  return (
    <section className="stack" aria-labelledby="data-consents">
      <h2 id="data-consents">{t('title')}</h2>
      <p className="soft">{t('about', { day: formatDay(until, locale) })}</p>
      <ErrorBanner>{failure !== null && (outageText(failure) ?? t('failed'))}</ErrorBanner>
      {items.length ? (
        <>
          <ConsentTable
            consents={items}
            hasHolder={holders.length > 1}
            actions={(consent) =>
              consent.state === 'active' && (
                <ConsentActs consent={consent} isBusy={busyId === consent.id} onRenew={renew} onWithdraw={withdraw} />
              )
            }
          />
          <div className="line">{giveButton}</div>
        </>
      ) : (
        <EmptyState title={t('none.title')} action={giveButton}>
          {t('none.text')}
        </EmptyState>
      )}
      {isGiving && (
        <Suspense>
          <GiveConsentDialog holders={holders} validUntil={until} onClose={() => setGiving(false)} />
        </Suspense>
      )}
    </section>
  )
}

type ConsentActsProps = {
  consent: DataConsent
  isBusy: boolean
  onRenew: (consent: DataConsent) => void
  onWithdraw: (consent: DataConsent) => void
}

function ConsentActs({ consent, isBusy, onRenew, onWithdraw }: ConsentActsProps) {
  const t = useTranslations('data-sharing.consents')
  const disabledReason = useReadonlyReason()
  const party = consent.third_party
  const shared = { isSmall: true, isBusy, disabledReason } as const
  return (
    <div className="line">
      <Button {...shared} variant="second" aria-label={t('renewOf', { party })} onClick={() => onRenew(consent)}>
        {t('renew')}
      </Button>
      <Button {...shared} variant="danger" aria-label={t('withdrawOf', { party })} onClick={() => onWithdraw(consent)}>
        {t('withdraw')}
      </Button>
    </div>
  )
}

/** The acts on a consent. After each, also after a failure, the list shows the consents in force. */
function useConsentActs() {
  const t = useTranslations('data-sharing.consents')
  const locale = useLocale()
  const send = useSend()
  const cache = useQueryClient()
  const showToast = useToast()
  const onSettled = () => cache.invalidateQueries()
  const renewing = useMutation({
    mutationFn: async ({ id }: DataConsent) =>
      send((await import('../api.ts')).renewDataConsent, { params: { id: String(id) } }),
    onSuccess: ({ valid_until: until }) => showToast(t('renewed', { day: formatDay(until, locale) })),
    onSettled,
  })
  const withdrawing = useMutation({
    mutationFn: async ({ id }: DataConsent) =>
      send((await import('../api.ts')).withdrawDataConsent, { params: { id: String(id) }, body: { confirmed: true } }),
    onSuccess: (_, { third_party: party }) => showToast(t('withdrawn', { party })),
    onSettled,
  })
  const pending = [renewing, withdrawing].find(({ isPending }) => isPending)
  return {
    renew: renewing.mutate,
    withdraw: withdrawing.mutate,
    failure: renewing.error ?? withdrawing.error,
    busyId: pending?.variables?.id,
  }
}

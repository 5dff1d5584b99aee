import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useSend } from '#kit/web/portal.ts'
import { type NewsletterPageState, newsletterPageQuery, sendAddress, type Visit } from './queries.ts'

type ConfirmAddressProps = { pageState: Extract<NewsletterPageState, { kind: 'newAddress' }>; visit: Visit }

/** Asks the owner of an address to confirm that the newsletters of its subscriber may be sent to it. */
export function ConfirmAddress({ pageState: { subscriberId, email }, visit }: ConfirmAddressProps) {
  const t = useTranslations('newsletter')
  const outageText = useOutageText()
  const send = useSend()
  const queries = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function confirm() {
    if (isSending) return
    setSending(true)
    setFailure(null)
    try {
      await sendAddress(send, subscriberId, email)
      await queries.invalidateQueries({ queryKey: newsletterPageQuery(send, visit).queryKey })
    } catch (thrown) {
      setFailure(thrown)
    }
    setSending(false)
  }

  function textOf(thrown: unknown): string {
    const code = isRefused(thrown) ? knownRefusals.find((refusal) => refusal === thrown.code) : undefined
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('errors.mail'))
  }

  return (
    <section className="stack" aria-labelledby="new-address">
      <h2 id="new-address">{t('address.title')}</h2>
      <p>{t('address.text', { email })}</p>
      <ErrorBanner>{failure !== null && textOf(failure)}</ErrorBanner>
      <div className="line">
        <Button isBusy={isSending} onClick={confirm}>
          {t('address.action')}
        </Button>
      </div>
    </section>
  )
}

const knownRefusals = ['newsletter_link_invalid', 'newsletter_mail_fixed', 'email_taken'] as const

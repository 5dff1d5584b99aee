import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { type Standing, sendMail, standingQuery, type Visit } from './queries.ts'

type NewAddressProps = { standing: Extract<Standing, { kind: 'newAddress' }>; visit: Visit }

/** Asks the owner of an address whether the newsletters of its subscriber may come to it. */
export function NewAddress({ standing: { subscriberId, email }, visit }: NewAddressProps) {
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
      await sendMail(send, subscriberId, email)
      await queries.invalidateQueries({ queryKey: standingQuery(send, visit).queryKey })
    } catch (thrown) {
      setFailure(thrown)
    }
    setSending(false)
  }

  function textOf(thrown: unknown): string {
    const code = isRefused(thrown) ? toldRefusals.find((refusal) => refusal === thrown.code) : undefined
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('errors.mail'))
  }

  return (
    <section className="stack" aria-labelledby="new-address">
      <h2 id="new-address">{t('address.title')}</h2>
      <p>{t('address.words', { email })}</p>
      <Failure>{failure !== null && textOf(failure)}</Failure>
      <div className="line">
        <Button isBusy={isSending} onClick={confirm}>
          {t('address.action')}
        </Button>
      </div>
    </section>
  )
}

const toldRefusals = ['newsletter_link_invalid', 'newsletter_mail_fixed', 'email_taken'] as const

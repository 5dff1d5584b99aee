import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { isRefused } from '#kit/refusal.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { looksLikeEmail, plainEmail } from '../rules.ts'
import { sendMail } from './queries.ts'

/** Where the newsletters go, and the way to another address for whoever is a subscriber. */
export function OwnAddress({ email, subscriberId }: { email: string; subscriberId: number | null }) {
  const t = useTranslations('newsletter')
  const outageText = useOutageText()
  const send = useSend()
  const { mailEditable } = useSettings().newsletter
  const readonlyReason = useReadonlyReason()
  const [isOpen, setOpen] = useState(false)
  const [value, setValue] = useState('')
  const [error, setError] = useState<'email.invalid' | 'email.same'>()
  const [failure, setFailure] = useState<unknown>(null)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function ask(id: number) {
    if (isSending) return
    setFailure(null)
    const wrong = !looksLikeEmail(value) ? 'email.invalid' : plainEmail(value) === email ? 'email.same' : undefined
    setError(wrong)
    if (wrong) return
    setSending(true)
    try {
      await sendMail(send, id, plainEmail(value))
      setAskedFor(plainEmail(value))
      setOpen(false)
    } catch (thrown) {
      setFailure(thrown)
    }
    setSending(false)
  }

  function told(thrown: unknown): string {
    const outage = outageText(thrown)
    if (outage || !isRefused(thrown)) return outage ?? t('errors.mail')
    const code = toldRefusals.find((refusal) => refusal === thrown.code)
    return code ? t(`refusals.${code}`) : t('errors.mail')
  }

  const canChange = mailEditable && subscriberId !== null
  return (
    <div className="stack">
      <div className="spread">
        <p>{t('email.own', { email })}</p>
        {canChange && !isOpen && (
          <Button variant="quiet" isSmall whyNot={readonlyReason} onClick={() => setOpen(true)}>
            {t('email.change')}
          </Button>
        )}
      </div>
      {askedFor && (
        <Banner tone="positive" isNews>
          {t('email.changeAsked', { email: askedFor })}
        </Banner>
      )}
      <Failure>{failure !== null && told(failure)}</Failure>
      {canChange && isOpen && (
        <>
          <TextField
            type="email"
            width="medium"
            autoComplete="email"
            label={t('email.field')}
            hint={t('email.fieldHint')}
            error={error && t(error)}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            // The form round it saves newsletters; return in this field is about the address.
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void ask(subscriberId)
            }}
          />
          <div className="line">
            <Button variant="second" isSmall isBusy={isSending} onClick={() => ask(subscriberId)}>
              {t('email.send')}
            </Button>
            <Button variant="quiet" isSmall onClick={() => setOpen(false)}>
              {t('email.cancel')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

const toldRefusals = ['newsletter_link_invalid', 'newsletter_mail_fixed', 'too_many_attempts'] as const

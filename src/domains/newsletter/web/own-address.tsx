import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { looksLikeEmail, normalizeEmail } from '../rules.ts'
import { sendAddress } from './queries.ts'

/** Shows the address of the newsletters. A subscriber can change it. */
export function OwnAddress({ email, subscriberId }: { email: string; subscriberId: number | null }) {
  const t = useTranslations('newsletter')
  const { mailEditable } = useSettings().newsletter
  const readonlyReason = useReadonlyReason()
  const [isOpen, setOpen] = useState(false)
  const change = useAddressChange(email, () => setOpen(false))
  const { requestedEmail, failureText } = change

  const canChange = mailEditable && subscriberId !== null
  return (
    <div className="stack">
      <div className="spread">
        <p>{t('email.own', { email })}</p>
        {canChange && !isOpen && (
          <Button variant="quiet" isSmall disabledReason={readonlyReason} onClick={() => setOpen(true)}>
            {t('email.change')}
          </Button>
        )}
      </div>
      {requestedEmail && (
        <Banner tone="positive" isAlert>
          {t('email.changeAsked', { email: requestedEmail })}
        </Banner>
      )}
      <ErrorBanner>{failureText}</ErrorBanner>
      {canChange && isOpen && (
        <AddressFields change={change} subscriberId={subscriberId} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

const knownRefusals = ['newsletter_link_invalid', 'newsletter_mail_fixed', 'too_many_attempts'] as const

/** Holds the typed address, and requests the change to it. */
function useAddressChange(email: string, onRequested: () => void) {
  const t = useTranslations('newsletter')
  const outageText = useOutageText()
  const send = useSend()
  const [value, setValue] = useState('')
  const [error, setError] = useState<'email.invalid' | 'email.same'>()
  const [failure, setFailure] = useState<unknown>(null)
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function requestChange(id: number) {
    if (isSending) return
    setFailure(null)
    const problem = !looksLikeEmail(value)
      ? 'email.invalid'
      : normalizeEmail(value) === email
        ? 'email.same'
        : undefined
    setError(problem)
    if (problem) return
    setSending(true)
    try {
      await sendAddress(send, id, normalizeEmail(value))
      setRequestedEmail(normalizeEmail(value))
      onRequested()
    } catch (thrown) {
      setFailure(thrown)
    }
    setSending(false)
  }

  function errorText(thrown: unknown): string {
    const outage = outageText(thrown)
    if (outage || !isRefused(thrown)) return outage ?? t('errors.mail')
    const code = knownRefusals.find((refusal) => refusal === thrown.code)
    return code ? t(`refusals.${code}`) : t('errors.mail')
  }

  const failureText = failure === null ? null : errorText(failure)
  return { value, setValue, error, failureText, requestedEmail, isSending, requestChange }
}

type AddressFieldsProps = { change: ReturnType<typeof useAddressChange>; subscriberId: number; onClose: () => void }

function AddressFields({ change, subscriberId, onClose }: AddressFieldsProps) {
  const t = useTranslations('newsletter')
  const { value, setValue, error, isSending, requestChange } = change
  return (
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
        // The surrounding form saves newsletters; Enter in this field submits the address.
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void requestChange(subscriberId)
        }}
      />
      <div className="line">
        <Button variant="second" isSmall isBusy={isSending} onClick={() => requestChange(subscriberId)}>
          {t('email.send')}
        </Button>
        <Button variant="quiet" isSmall onClick={onClose}>
          {t('email.cancel')}
        </Button>
      </div>
    </>
  )
}

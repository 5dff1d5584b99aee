import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { SecondFactorChallenge } from '../../api.ts'
import type { PasskeyChallenge, PasskeyResponse } from '../../credential-fields.ts'
import { authenticateWithPasskey, PasskeyCancelledError } from '../second-factor/webauthn-browser.ts'

type SecondFactorInput = { code: string } | { passkey: PasskeyResponse }

type SecondFactorFormProps = {
  kinds: SecondFactorChallenge['kinds']
  /** A passkey challenge that was created already. */
  challenge?: PasskeyChallenge | null
  /** The error of the last attempt without JavaScript. */
  failed?: string
  submit: string
  /** If absent, the code is posted, as without JavaScript. */
  onSubmit?: (factor: SecondFactorInput) => Promise<void>
  /** Shown beside the button: the way back. */
  children?: ReactNode
}

/**
 * Accepts a passkey, a code of an authenticator app or a recovery code, whichever the user has. Without JavaScript a
 * code is posted.
 */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { kinds, submit, onSubmit, children } = props
  const t = useTranslations('session')
  const { code, sending, submitFactor, passkey, sendCode } = useFactorSubmission(props)
  const errors = useFactorErrors(code)
  const acceptsCodes = kinds.some((kind) => kind !== 'passkey')

  return (
    <div className="stack">
      {errors.form && (
        <Banner tone={code === 'given_up' ? 'notice' : 'negative'} isAlert>
          {errors.form}
        </Banner>
      )}
      {kinds.includes('passkey') && (
        <Button
          variant={acceptsCodes ? 'second' : 'main'}
          isWide
          isBusy={sending === 'passkey'}
          onClick={() => void submitFactor('passkey', passkey)}
        >
          {t('passkeys.use')}
        </Button>
      )}
      <form className="stack" method="post" noValidate onSubmit={onSubmit && sendCode}>
        {acceptsCodes && <CodeField hasApp={kinds.includes('code')} error={errors.field} />}
        <div className="line">
          {acceptsCodes && (
            <Button type="submit" isBusy={sending === 'code'}>
              {submit}
            </Button>
          )}
          {children}
        </div>
      </form>
    </div>
  )
}

function useFactorErrors(code: string | undefined): { field?: string; form?: string } {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  switch (code) {
    case undefined:
      return {}
    case 'code_missing':
      return { field: t('secondStep.codeMissing') }
    case 'second_factor_wrong':
    case 'proof_wrong':
      return { field: t('refusals.second_factor_wrong') }
    case 'given_up':
      return { form: t('passkeys.givenUp') }
    case 'second_factor_over':
    case 'too_many_attempts':
      return { form: t(`refusals.${code}`) }
    default:
      return { form: tApp(commonCodeOf(code)) }
  }
}

function CodeField({ hasApp, error }: { hasApp: boolean; error: string | undefined }) {
  const t = useTranslations('session.secondStep')
  return (
    <TextField
      name="code"
      label={t(hasApp ? 'code' : 'recoveryCode')}
      hint={t(hasApp ? 'codeHint' : 'recoveryHint')}
      error={error}
      width="medium"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}

/** Submits a passkey or a code, and holds why the last one was not accepted. */
function useFactorSubmission({ challenge: initialChallenge, failed, onSubmit }: SecondFactorFormProps) {
  const send = useSend()
  const [challenge, setChallenge] = useState(initialChallenge)
  const [code, setCode] = useState(failed)
  const [sending, setSending] = useState<'code' | 'passkey'>()

  async function submitFactor(method: 'code' | 'passkey', readFactor: () => Promise<SecondFactorInput>) {
    setCode(undefined)
    setSending(method)
    try {
      await onSubmit?.(await readFactor())
    } catch (failure) {
      setCode(failure instanceof PasskeyCancelledError ? 'given_up' : failureCodeOf(failure))
      // A challenge is answered once; it stays valid only if it was cancelled.
      if (method === 'passkey' && !(failure instanceof PasskeyCancelledError)) setChallenge(null)
      setSending(undefined)
    }
  }

  async function passkey() {
    const { beginPasskeyAuthentication } = await import('../../api.ts')
    return { passkey: await authenticateWithPasskey(challenge ?? (await send(beginPasskeyAuthentication, {}))) }
  }

  function sendCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = String(new FormData(event.currentTarget).get('code')).trim()
    if (!input) return setCode('code_missing')
    void submitFactor('code', async () => ({ code: input }))
  }

  return { code, sending, submitFactor, passkey, sendCode }
}

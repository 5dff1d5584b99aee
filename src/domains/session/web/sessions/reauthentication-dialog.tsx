import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { PasswordField } from '#kit/web/form/password-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import type { SecondFactorChallenge } from '../../api.ts'
import { reauthenticationMethodsQuery } from '../queries.ts'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { SignInAtProvider } from '../sign-in/sign-in-at-provider.tsx'

/** Asks the user to re-authenticate before an action that a thief of the session would do first. */
export function ReauthenticationDialog() {
  const t = useTranslations('session.proof')
  const portal = usePortal()
  const { data: kinds, error, isFetching, refetch } = useQuery(reauthenticationMethodsQuery(portal.send))
  const factors = kinds?.filter((kind) => kind === 'passkey' || kind === 'code' || kind === 'recovery_code') ?? []
  const finish = (isReauthenticated: boolean) => portal.answerReauthentication?.(isReauthenticated)
  return (
    <Dialog title={t('title')} onClose={() => finish(false)}>
      <p>{t('why')}</p>
      {!kinds && !error && <Skeleton />}
      {error && (
        <ErrorState title={t('failedToRead')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('failedText')}
        </ErrorState>
      )}
      {factors.length > 0 && (
        <ReauthenticateByFactor kinds={factors} onSuccess={() => finish(true)} onCancel={() => finish(false)} />
      )}
      {kinds?.includes('openid') && <ReauthenticateAtProvider onCancel={() => finish(false)} />}
      {kinds?.includes('password') && (
        <ReauthenticateByPassword onSuccess={() => finish(true)} onCancel={() => finish(false)} />
      )}
    </Dialog>
  )
}

// Signing in there opens a new session, so unsaved input on the page is lost.
function ReauthenticateAtProvider({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations('session.proof')
  return (
    <>
      <p>{t('atProvider')}</p>
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {t('leave')}
        </Button>
        <SignInAtProvider isFresh>{t('confirm')}</SignInAtProvider>
      </DialogActions>
    </>
  )
}

type ReauthenticationProps = { onSuccess: () => void; onCancel: () => void }

function ReauthenticateByFactor({
  kinds,
  onSuccess,
  onCancel,
}: ReauthenticationProps & { kinds: SecondFactorChallenge['kinds'] }) {
  const t = useTranslations('session.proof')
  const { send } = usePortal()
  return (
    <SecondFactorForm
      kinds={kinds}
      submit={t('confirm')}
      onSubmit={async (factor) => {
        const { reauthenticate } = await import('../../reauthentication-api.ts')
        await send(reauthenticate, { body: factor })
        onSuccess()
      }}
    >
      <Button variant="quiet" onClick={onCancel}>
        {t('leave')}
      </Button>
    </SecondFactorForm>
  )
}

function ReauthenticateByPassword({ onSuccess, onCancel }: ReauthenticationProps) {
  const t = useTranslations('session')
  const tApp = useTranslations('app.refusals')
  const { send } = usePortal()
  const { signedIn } = useBoot()
  const [code, setCode] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isFieldError = code === 'password_missing' || code === 'proof_wrong'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (!password) return setCode('password_missing')
    setCode(undefined)
    setSending(true)
    try {
      const { reauthenticate } = await import('../../reauthentication-api.ts')
      await send(reauthenticate, { body: { password } })
      onSuccess()
    } catch (failure) {
      setCode(failureCodeOf(failure))
      setSending(false)
    }
  }

  function messageFor(code: string): string {
    if (code === 'password_missing') return t('login.passwordMissing')
    if (code === 'proof_wrong' || code === 'too_many_attempts') return t(`refusals.${code}`)
    return tApp(commonCodeOf(code))
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <ErrorBanner>{code && !isFieldError && messageFor(code)}</ErrorBanner>
      {/* Tells password managers which account the password belongs to. */}
      <input hidden readOnly name="username" autoComplete="username" value={signedIn?.email ?? ''} />
      <PasswordField
        name="password"
        label={t('proof.password')}
        error={code && isFieldError ? messageFor(code) : undefined}
        autoComplete="current-password"
        autoFocus
      />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {t('proof.leave')}
        </Button>
        <Button type="submit" isBusy={isSending}>
          {t('proof.confirm')}
        </Button>
      </DialogActions>
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Failed } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { PasswordField } from '#kit/web/password-field.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import type { SecondStep } from '../api.ts'
import { FactorForm } from './factor-form.tsx'
import { proofsQuery } from './queries.ts'
import { SignInElsewhere } from './sign-in-elsewhere.tsx'

/** Asks whoever sits there to prove who they are, before something is done that a thief of the session would do first. */
export function ProofDialog() {
  const t = useTranslations('session.proof')
  const portal = usePortal()
  const { data: kinds, error, isFetching, refetch } = useQuery(proofsQuery(portal.send))
  const factors = kinds?.filter((kind) => kind === 'passkey' || kind === 'code' || kind === 'recovery_code') ?? []
  const give = (isGiven: boolean) => portal.giveProof?.(isGiven)
  return (
    <Dialog title={t('title')} onClose={() => give(false)}>
      <p>{t('why')}</p>
      {!kinds && !error && <Skeleton />}
      {error && (
        <Failed title={t('failedToRead')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('failedWords')}
        </Failed>
      )}
      {factors.length > 0 && <ByFactor kinds={factors} onGiven={() => give(true)} onLeave={() => give(false)} />}
      {kinds?.includes('openid') && <ByProvider onLeave={() => give(false)} />}
      {kinds?.includes('password') && <ByPassword onGiven={() => give(true)} onLeave={() => give(false)} />}
    </Dialog>
  )
}

// Signing in there opens a session anew, so what is on the page must be begun again.
function ByProvider({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('session.proof')
  return (
    <>
      <p>{t('atProvider')}</p>
      <DialogActions>
        <Button variant="quiet" onClick={onLeave}>
          {t('leave')}
        </Button>
        <SignInElsewhere isFresh>{t('confirm')}</SignInElsewhere>
      </DialogActions>
    </>
  )
}

type Answered = { onGiven: () => void; onLeave: () => void }

function ByFactor({ kinds, onGiven, onLeave }: Answered & { kinds: SecondStep['kinds'] }) {
  const t = useTranslations('session.proof')
  const { send } = usePortal()
  return (
    <FactorForm
      kinds={kinds}
      submit={t('confirm')}
      onGive={async (factor) => {
        const { proveIdentity } = await import('../api.ts')
        await send(proveIdentity, { body: factor })
        onGiven()
      }}
    >
      <Button variant="quiet" onClick={onLeave}>
        {t('leave')}
      </Button>
    </FactorForm>
  )
}

function ByPassword({ onGiven, onLeave }: Answered) {
  const t = useTranslations('session')
  const ofApp = useTranslations('app.refusals')
  const { send } = usePortal()
  const { signedIn } = useBoot()
  const [code, setCode] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isOfField = code === 'password_missing' || code === 'proof_wrong'

  async function prove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (!password) return setCode('password_missing')
    setCode(undefined)
    setSending(true)
    try {
      const { proveIdentity } = await import('../api.ts')
      await send(proveIdentity, { body: { password } })
      onGiven()
    } catch (failure) {
      setCode(codeOf(failure))
      setSending(false)
    }
  }

  function textOf(told: string): string {
    if (told === 'password_missing') return t('login.passwordMissing')
    if (told === 'proof_wrong' || told === 'too_many_attempts') return t(`refusals.${told}`)
    return ofApp(commonCode(told))
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={prove}>
      <Failure>{code && !isOfField && textOf(code)}</Failure>
      {/* By it password managers know whose password this is. */}
      <input hidden readOnly name="username" autoComplete="username" value={signedIn?.email ?? ''} />
      <PasswordField
        name="password"
        label={t('proof.password')}
        error={code && isOfField ? textOf(code) : undefined}
        autoComplete="current-password"
        autoFocus
      />
      <DialogActions>
        <Button variant="quiet" onClick={onLeave}>
          {t('proof.leave')}
        </Button>
        <Button type="submit" isBusy={isSending}>
          {t('proof.confirm')}
        </Button>
      </DialogActions>
    </form>
  )
}

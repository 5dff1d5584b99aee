import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { commonCode } from '#kit/outage.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { PasskeyAnswer, PasskeyQuestion, SecondStep } from '../api.ts'
import { answerWithPasskey, PasskeyGivenUp } from './ask-browser.ts'

type Factor = { code: string } | { passkey: PasskeyAnswer }

type FactorFormProps = {
  kinds: SecondStep['kinds']
  /** A question for a passkey that was asked already. */
  question?: PasskeyQuestion | null
  /** What went wrong before, without script. */
  failed?: string
  submit: string
  /** Without it the code is posted, as without script. */
  onGive?: (factor: Factor) => Promise<void>
  /** Beside the button: the way back. */
  children?: ReactNode
}

/** Takes a passkey, a code of an app or a recovery code, whichever somebody has. Without script a code is posted. */
export function FactorForm({ kinds, question, failed, submit, onGive, children }: FactorFormProps) {
  const t = useTranslations('session')
  const send = useSend()
  const [asked, setAsked] = useState(question)
  const [code, setCode] = useState(failed)
  const [sending, setSending] = useState<'code' | 'passkey'>()
  const told = useTold(code)
  const takesCodes = kinds.some((kind) => kind !== 'passkey')

  async function give(way: 'code' | 'passkey', factorOf: () => Promise<Factor>) {
    setCode(undefined)
    setSending(way)
    try {
      await onGive?.(await factorOf())
    } catch (failure) {
      setCode(failure instanceof PasskeyGivenUp ? 'given_up' : codeOf(failure))
      // A question is answered once; only one that was not answered waits on.
      if (way === 'passkey' && !(failure instanceof PasskeyGivenUp)) setAsked(null)
      setSending(undefined)
    }
  }

  async function passkey() {
    const { beginPasskey } = await import('../api.ts')
    return { passkey: await answerWithPasskey(asked ?? (await send(beginPasskey, {}))) }
  }

  function sendCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code')).trim()
    if (!typed) return setCode('code_missing')
    void give('code', async () => ({ code: typed }))
  }

  return (
    <div className="stack">
      {told.form && (
        <Banner tone={code === 'given_up' ? 'notice' : 'negative'} isNews>
          {told.form}
        </Banner>
      )}
      {kinds.includes('passkey') && (
        <Button
          variant={takesCodes ? 'second' : 'main'}
          isWide
          isBusy={sending === 'passkey'}
          onClick={() => void give('passkey', passkey)}
        >
          {t('passkeys.use')}
        </Button>
      )}
      <form className="stack" method="post" noValidate onSubmit={onGive && sendCode}>
        {takesCodes && (
          <TextField
            name="code"
            label={t(kinds.includes('code') ? 'secondStep.code' : 'secondStep.recoveryCode')}
            hint={t(kinds.includes('code') ? 'secondStep.codeHint' : 'secondStep.recoveryHint')}
            error={told.field}
            width="medium"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
        <div className="line">
          {takesCodes && (
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

function useTold(code: string | undefined): { field?: string; form?: string } {
  const t = useTranslations('session')
  const ofApp = useTranslations('app.refusals')
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
      return { form: ofApp(commonCode(code)) }
  }
}

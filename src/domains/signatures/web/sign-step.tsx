import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import type { Signature } from '../api.ts'
import { maxTriesPerCode, parseCode } from '../rules.ts'
import { StepHeading } from './step-heading.tsx'
import { useProblemMessage } from './use-problem-message.ts'
import type { Signing } from './use-signing.ts'

/** The step that says where the code was sent, and signs with the code that is entered. */
export function SignStep({ signature: { id, code }, signing }: { signature: Signature; signing: Signing }) {
  const t = useTranslations('signatures.sign')
  const [input, setInput] = useState('')
  const problem = useProblemMessage(signing.problem)
  const disabledReason = useReadonlyReason()
  if (!code) return null

  async function sign(event: FormEvent) {
    event.preventDefault()
    const parsedCode = parseCode(input)
    if (parsedCode) await signing.sign(parsedCode)
    else signing.reportIncompleteCode()
  }

  const triesText = code.tries_left < maxTriesPerCode ? t('triesLeft', { count: code.tries_left }) : ''
  return (
    <form className="stack" noValidate onSubmit={sign}>
      <StepHeading step="sign" />
      <ErrorBanner key={signing.problem?.attempt}>{!problem?.isFieldProblem && problem?.text}</ErrorBanner>
      <p className="soft">
        {t(`sent.${code.channel}`, { to: code.to, time: readMadridClock(new Date(code.expires_at)).time })}
      </p>
      <TextField
        label={t('code')}
        hint={t('hint')}
        error={problem?.isFieldProblem ? [problem.text, triesText].filter(Boolean).join(' ') : undefined}
        width="short"
        name="code"
        value={input}
        onChange={(event) => setInput(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
      <div className="line">
        <Button type="submit" isBusy={signing.isBusy} disabledReason={disabledReason}>
          {t('sign')}
        </Button>
        <ButtonLink variant="quiet" href={`/signature/${id}?step=code`}>
          {t('another')}
        </ButtonLink>
      </div>
      <p className="small soft">{t('late', { channel: code.channel })}</p>
    </form>
  )
}

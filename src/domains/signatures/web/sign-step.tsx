import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import type { Signature } from '../api.ts'
import { readCode, triesPerCode } from '../rules.ts'
import { StepHeading } from './step-heading.tsx'
import type { useSigning } from './use-signing.ts'
import { useToldProblem } from './use-told-problem.ts'

/** Where the code went, the field for it, and signing with it. */
export function SignStep({
  signature: { id, code },
  signing,
}: {
  signature: Signature
  signing: ReturnType<typeof useSigning>
}) {
  const t = useTranslations('signatures.sign')
  const [typed, setTyped] = useState('')
  const problem = useToldProblem(signing.problem)
  const whyNot = useReadonlyReason()
  if (!code) return null

  async function sign(event: FormEvent) {
    event.preventDefault()
    const told = readCode(typed)
    if (told) await signing.sign(told)
    else signing.complain('code_incomplete')
  }

  const left = code.tries_left < triesPerCode ? t('triesLeft', { count: code.tries_left }) : ''
  return (
    <form className="stack" noValidate onSubmit={sign}>
      <StepHeading step="sign" />
      {problem && !problem.isOfField && (
        <Banner key={signing.problem?.attempt} tone="negative" isNews>
          {problem.text}
        </Banner>
      )}
      <p className="soft">
        {t(`sent.${code.channel}`, { to: code.to, time: madridClock(new Date(code.expires_at)).time })}
      </p>
      <TextField
        label={t('code')}
        hint={t('hint')}
        error={problem?.isOfField ? [problem.text, left].filter(Boolean).join(' ') : undefined}
        width="short"
        name="code"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
      <div className="line">
        <Button type="submit" isBusy={signing.isBusy} whyNot={whyNot}>
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

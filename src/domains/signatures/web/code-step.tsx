import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import type { Signature } from '../api.ts'
import { codeLifeMinutes } from '../rules.ts'
import styles from './code-step.module.css'
import { StepHeading } from './step-heading.tsx'
import { useProblemMessage } from './use-problem-message.ts'
import type { Signing } from './use-signing.ts'

type CodeStepProps = { signature: Signature; signing: Signing; onSent: () => void }

/** The step that lets the signer choose where to receive a code, and sends it. */
export function CodeStep({ signature: { id, channels, code }, signing, onSent }: CodeStepProps) {
  const t = useTranslations('signatures.code')
  const [selectedChannel, selectChannel] = useState<CodeChannel>(code?.channel ?? channels[0]?.channel ?? 'email')
  const problem = useProblemMessage(signing.problem)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await signing.sendCode(selectedChannel)) onSent()
  }

  return (
    <form className="stack" onSubmit={submit}>
      <StepHeading step="code" />
      <ErrorBanner key={signing.problem?.attempt}>{!problem?.isFieldProblem && problem?.text}</ErrorBanner>
      <p className="soft">{t('text', { minutes: codeLifeMinutes })}</p>
      {channels.length > 1 ? (
        <fieldset className={styles.channels}>
          <legend className={styles.legend}>{t('where')}</legend>
          {channels.map(({ channel, to }) => (
            <label key={channel} className={styles.channel}>
              <input
                type="radio"
                name="channel"
                value={channel}
                checked={channel === selectedChannel}
                onChange={() => selectChannel(channel)}
              />
              {t(channel, { to })}
            </label>
          ))}
        </fieldset>
      ) : (
        channels.map(({ channel, to }) => <p key={channel}>{t(channel, { to })}</p>)
      )}
      <div className="line">
        <Button type="submit" isBusy={signing.isBusy} disabledReason={useReadonlyReason()}>
          {t('send')}
        </Button>
        <ButtonLink variant="quiet" href={`/signature/${id}?step=read`}>
          {t('back')}
        </ButtonLink>
      </div>
    </form>
  )
}

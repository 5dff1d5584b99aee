import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import type { Signature } from '../api.ts'
import { codeLifeMinutes } from '../rules.ts'
import styles from './code-step.module.css'
import { StepHeading } from './step-heading.tsx'
import type { useSigning } from './use-signing.ts'
import { useToldProblem } from './use-told-problem.ts'

type CodeStepProps = { signature: Signature; signing: ReturnType<typeof useSigning>; onSent: () => void }

/** Where the code goes, and sending it there. */
export function CodeStep({ signature: { id, channels, code }, signing, onSent }: CodeStepProps) {
  const t = useTranslations('signatures.code')
  const [chosen, choose] = useState<CodeChannel>(code?.channel ?? channels[0]?.channel ?? 'email')
  const problem = useToldProblem(signing.problem)

  async function sendIt(event: FormEvent) {
    event.preventDefault()
    if (await signing.sendCode(chosen)) onSent()
  }

  return (
    <form className="stack" onSubmit={sendIt}>
      <StepHeading step="code" />
      {problem && !problem.isOfField && (
        <Banner key={signing.problem?.attempt} tone="negative" isNews>
          {problem.text}
        </Banner>
      )}
      <p className="soft">{t('words', { minutes: codeLifeMinutes })}</p>
      {channels.length > 1 ? (
        <fieldset className={styles.channels}>
          <legend className={styles.legend}>{t('where')}</legend>
          {channels.map(({ channel, to }) => (
            <label key={channel} className={styles.channel}>
              <input
                type="radio"
                name="channel"
                value={channel}
                checked={channel === chosen}
                onChange={() => choose(channel)}
              />
              {t(channel, { to })}
            </label>
          ))}
        </fieldset>
      ) : (
        channels.map(({ channel, to }) => <p key={channel}>{t(channel, { to })}</p>)
      )}
      <div className="line">
        <Button type="submit" isBusy={signing.isBusy} whyNot={useReadonlyReason()}>
          {t('send')}
        </Button>
        <ButtonLink variant="quiet" href={`/signature/${id}?step=read`}>
          {t('back')}
        </ButtonLink>
      </div>
    </form>
  )
}

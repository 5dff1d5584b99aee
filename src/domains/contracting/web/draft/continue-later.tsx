import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'

const emailNotValid = 'email_not_valid'

/** Sends a link by mail with which the contract can be continued later. */
export function ContinueLater({ wizard, leadId }: { wizard: Wizard; leadId: number }) {
  const t = useTranslations('contracting')
  const outageText = useOutageText()
  const send = useSend()
  const { draft, kind } = wizard
  const [enteredEmail, setEnteredEmail] = useState<string | null>(null)
  const [status, setStatus] = useState<'open' | 'sending' | 'sent'>('open')
  const [problem, setProblem] = useState<unknown>(null)
  const email = enteredEmail ?? draft.person.email

  async function mail() {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setProblem(emailNotValid)
    setStatus('sending')
    setProblem(null)
    try {
      await wizard.keepStep()
      const { mailLeadLink } = await import('../../api.ts')
      await send(mailLeadLink, { params: { leadId: String(leadId) }, body: { email: email.trim(), kind } })
      setStatus('sent')
    } catch (failure) {
      setProblem(failure)
      setStatus('open')
    }
  }

  function messageFor(problem: unknown): string {
    if (problem === emailNotValid) return t(`fieldErrors.${emailNotValid}`)
    if (isRefused(problem) && problem.code === 'too_many_attempts') return t(`refusals.${problem.code}`)
    return outageText(problem) ?? t('wizard.later.failed')
  }

  return (
    <Disclosure summary={t('wizard.later.summary')}>
      <div className={styles.group}>
        <p className="soft">{t('wizard.later.text')}</p>
        <div className={styles.promotion}>
          <TextField
            label={t('wizard.later.email')}
            error={problem === null ? undefined : messageFor(problem)}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={({ target }) => {
              setEnteredEmail(target.value)
              setStatus('open')
            }}
          />
          <Button variant="second" isBusy={status === 'sending'} onClick={() => void mail()}>
            {t('wizard.later.send')}
          </Button>
          <p role="status">{status === 'sent' && t('wizard.later.sent')}</p>
        </div>
      </div>
    </Disclosure>
  )
}

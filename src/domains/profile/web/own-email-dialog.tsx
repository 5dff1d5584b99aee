import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { confirmOwnEmail, type OwnDetails, OwnEmailInput, requestOwnEmail } from '../details-api.ts'
import { detailLimits } from '../details-rules.ts'
import { ownDetailsQuery } from './queries.ts'
import { useSaveOwnDetails, type WrongDetails } from './use-save-own-details.ts'

type OwnEmailDialogProps = { details: OwnDetails; onClose: () => void }

/** Changes the e-mail address: it is entered, and then confirmed with the code sent to it. */
export function OwnEmailDialog({ details, onClose }: OwnEmailDialogProps) {
  const t = useTranslations('profile.email')
  const [isAnother, setAnother] = useState(false)
  const pending = isAnother ? null : details.pending_email
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {pending ? (
        <EmailCodeForm details={details} pending={pending} onAnother={() => setAnother(true)} onClose={onClose} />
      ) : (
        <EmailForm details={details} onSent={() => setAnother(false)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function EmailForm({ details, onSent, onClose }: OwnEmailDialogProps & { onSent: () => void }) {
  const t = useTranslations('profile')
  const send = useSend()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const { isSending, failure, current, problemOf, clearProblem, save } = useSaveOwnDetails(details)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isRight = OwnEmailInput.safeParse(email).success
    const problem = email.trim() === '' ? 'email.missing' : 'fieldErrors.own_email_invalid'
    const problems: WrongDetails = isRight ? {} : { email: problem }
    if (await save((version) => send(requestOwnEmail, { body: { email, version } }), problems)) onSent()
  }

  function showCurrent() {
    void client.invalidateQueries({ queryKey: ownDetailsQuery(send).queryKey })
    onClose()
  }

  return (
    <form className="stack stack-wide" noValidate onSubmit={submit}>
      <ErrorBanner>{failure}</ErrorBanner>
      <StaleEditBanner current={current as never} onAcceptCurrent={showCurrent}>
        {current?.email}
      </StaleEditBanner>
      <p className="soft">{t('email.why')}</p>
      <TextField
        type="email"
        label={t('email.new')}
        autoComplete="email"
        autoFocus
        maxLength={detailLimits.email}
        error={problemOf('email')}
        value={email}
        onChange={(event) => {
          clearProblem('email')
          setEmail(event.target.value)
        }}
      />
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('details.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending}>
          {t('email.send')}
        </Button>
      </DialogActions>
    </form>
  )
}

type EmailCodeFormProps = OwnEmailDialogProps & {
  pending: NonNullable<OwnDetails['pending_email']>
  onAnother: () => void
}

function EmailCodeForm({ details, pending, onAnother, onClose }: EmailCodeFormProps) {
  const t = useTranslations('profile')
  const send = useSend()
  const [code, setCode] = useState('')
  const { isSending, failure, problemOf, clearProblem, save } = useSaveOwnDetails(details)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const problems: WrongDetails = code.trim() === '' ? { code: 'email.codeMissing' } : {}
    if (!(await save(() => send(confirmOwnEmail, { body: { code } }), problems))) return
    onClose()
    // The menu shows the address.
    reloadPage()
  }

  return (
    <form className="stack stack-wide" noValidate onSubmit={submit}>
      <ErrorBanner>{failure}</ErrorBanner>
      <p role="status">
        {t('email.sent', { email: pending.email, time: readMadridClock(new Date(pending.until)).time })}
      </p>
      <TextField
        label={t('email.code')}
        hint={t('email.codeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        width="medium"
        maxLength={detailLimits.code}
        error={problemOf('code')}
        value={code}
        onChange={(event) => {
          clearProblem('code')
          setCode(event.target.value)
        }}
      />
      <DialogActions>
        <Button variant="second" onClick={onAnother}>
          {t('email.another')}
        </Button>
        <Button type="submit" isBusy={isSending}>
          {t('email.confirm')}
        </Button>
      </DialogActions>
    </form>
  )
}

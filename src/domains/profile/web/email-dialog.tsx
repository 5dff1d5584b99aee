import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { confirmOwnEmail, type OwnDetails, OwnEmail, requestOwnEmail } from '../details-api.ts'
import { detailLimits } from '../details-rules.ts'
import { ownDetailsQuery } from './queries.ts'
import { useOwnDetails, type WrongDetails } from './use-own-details.ts'

type EmailDialogProps = { details: OwnDetails; onClose: () => void }

/** Another address of mail: typed, and then confirmed with the code that was sent to it. */
export function EmailDialog({ details, onClose }: EmailDialogProps) {
  const t = useTranslations('profile.email')
  const [isAnother, setAnother] = useState(false)
  const pending = isAnother ? null : details.pending_email
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {pending ? (
        <CodeForm details={details} pending={pending} onAnother={() => setAnother(true)} onClose={onClose} />
      ) : (
        <AddressForm details={details} onSent={() => setAnother(false)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function AddressForm({ details, onSent, onClose }: EmailDialogProps & { onSent: () => void }) {
  const t = useTranslations('profile')
  const send = useSend()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const { isSending, failure, current, problemOf, touch, save } = useOwnDetails(details)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isRight = OwnEmail.safeParse(email).success
    const problem = email.trim() === '' ? 'email.missing' : 'fieldErrors.own_email_invalid'
    const wrong: WrongDetails = isRight ? {} : { email: problem }
    if (await save((version) => send(requestOwnEmail, { body: { email, version } }), wrong)) onSent()
  }

  function takeCurrent() {
    void client.invalidateQueries({ queryKey: ownDetailsQuery(send).queryKey })
    onClose()
  }

  return (
    <form className="stack stack-wide" noValidate onSubmit={submit}>
      <Failure>{failure}</Failure>
      <ChangedMeanwhile current={current as never} onTake={takeCurrent}>
        {current?.email}
      </ChangedMeanwhile>
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
          touch('email')
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

type CodeFormProps = EmailDialogProps & { pending: NonNullable<OwnDetails['pending_email']>; onAnother: () => void }

function CodeForm({ details, pending, onAnother, onClose }: CodeFormProps) {
  const t = useTranslations('profile')
  const send = useSend()
  const [code, setCode] = useState('')
  const { isSending, failure, problemOf, touch, save } = useOwnDetails(details)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong: WrongDetails = code.trim() === '' ? { code: 'email.codeMissing' } : {}
    if (!(await save(() => send(confirmOwnEmail, { body: { code } }), wrong))) return
    onClose()
    // The menu tells the address.
    reloadPage()
  }

  return (
    <form className="stack stack-wide" noValidate onSubmit={submit}>
      <Failure>{failure}</Failure>
      <p role="status">{t('email.sent', { email: pending.email, time: madridClock(new Date(pending.until)).time })}</p>
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
          touch('code')
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

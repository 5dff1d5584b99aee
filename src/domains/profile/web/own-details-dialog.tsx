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
import { formatPhone } from '#vocabulary/format.ts'
import { addPhonePrefix } from '#vocabulary/phone.ts'
import { changeOwnDetails, NameInput, type OwnDetails, OwnPhoneInput } from '../details-api.ts'
import { detailLimits } from '../details-rules.ts'
import { ownDetailsQuery } from './queries.ts'
import { useSaveOwnDetails, type WrongDetails } from './use-save-own-details.ts'

/** Changes the name or telephone of the user's account. */
export function OwnDetailsDialog({ details, onClose }: { details: OwnDetails; onClose: () => void }) {
  const t = useTranslations('profile')
  const send = useSend()
  const client = useQueryClient()
  const [name, setName] = useState(details.name)
  const [phone, setPhone] = useState(details.phone ? formatPhone(addPhonePrefix(details.phone)) : '')
  const { isSending, failure, current, problemOf, clearProblem, save } = useSaveOwnDetails(details)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const problems = wrongDetails(name, phone)
    const saved = await save((version) => send(changeOwnDetails, { body: { name, phone, version } }), problems)
    if (!saved) return
    onClose()
    // The menu shows the user's name.
    if (saved.name !== details.name) reloadPage()
  }

  function showCurrent() {
    void client.invalidateQueries({ queryKey: ownDetailsQuery(send).queryKey })
    onClose()
  }

  return (
    <Dialog title={t('details.title')} onClose={onClose}>
      <form className="stack stack-wide" noValidate onSubmit={submit}>
        <ErrorBanner>{failure}</ErrorBanner>
        <StaleEditBanner current={current as never} onAcceptCurrent={showCurrent}>
          {current &&
            [current.name, current.phone && formatPhone(addPhonePrefix(current.phone))].filter(Boolean).join(' · ')}
        </StaleEditBanner>
        <NameField
          error={problemOf('name')}
          value={name}
          onValue={(typed) => {
            clearProblem('name')
            setName(typed)
          }}
        />
        <PhoneField
          error={problemOf('phone')}
          value={phone}
          onValue={(typed) => {
            clearProblem('phone')
            setPhone(typed)
          }}
        />
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('details.cancel')}
          </Button>
          <Button type="submit" isBusy={isSending}>
            {t('details.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function wrongDetails(name: string, phone: string): WrongDetails {
  return {
    ...(NameInput.safeParse(name).success ? {} : { name: 'details.nameMissing' as const }),
    ...(OwnPhoneInput.safeParse(phone).success ? {} : { phone: 'fieldErrors.own_phone_invalid' as const }),
  }
}

type DetailFieldProps = { error: string | undefined; value: string; onValue: (value: string) => void }

function NameField({ error, value, onValue }: DetailFieldProps) {
  const t = useTranslations('profile.details')
  return (
    <TextField
      label={t('name')}
      hint={t('holder')}
      autoComplete="name"
      maxLength={detailLimits.name}
      error={error}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

function PhoneField({ error, value, onValue }: DetailFieldProps) {
  const t = useTranslations('profile.details')
  return (
    <TextField
      type="tel"
      label={t('phone')}
      hint={t('phoneHint')}
      isOptional
      autoComplete="tel"
      width="medium"
      maxLength={detailLimits.phone}
      error={error}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

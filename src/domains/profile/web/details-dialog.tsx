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
import { formatPhone } from '#vocabulary/format.ts'
import { withPrefix } from '#vocabulary/phone.ts'
import { changeOwnDetails, Name, type OwnDetails, OwnPhone } from '../details-api.ts'
import { detailLimits } from '../details-rules.ts'
import { ownDetailsQuery } from './queries.ts'
import { useOwnDetails, type WrongDetails } from './use-own-details.ts'

/** Another name or telephone of the own account. */
export function DetailsDialog({ details, onClose }: { details: OwnDetails; onClose: () => void }) {
  const t = useTranslations('profile')
  const send = useSend()
  const client = useQueryClient()
  const [name, setName] = useState(details.name)
  const [phone, setPhone] = useState(details.phone ? formatPhone(withPrefix(details.phone)) : '')
  const { isSending, failure, current, problemOf, touch, save } = useOwnDetails(details)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong: WrongDetails = {
      ...(Name.safeParse(name).success ? {} : { name: 'details.nameMissing' as const }),
      ...(OwnPhone.safeParse(phone).success ? {} : { phone: 'fieldErrors.own_phone_invalid' as const }),
    }
    const done = await save((version) => send(changeOwnDetails, { body: { name, phone, version } }), wrong)
    if (!done) return
    onClose()
    // The menu calls people by their name.
    if (done.name !== details.name) reloadPage()
  }

  function takeCurrent() {
    void client.invalidateQueries({ queryKey: ownDetailsQuery(send).queryKey })
    onClose()
  }

  return (
    <Dialog title={t('details.title')} onClose={onClose}>
      <form className="stack stack-wide" noValidate onSubmit={submit}>
        <Failure>{failure}</Failure>
        <ChangedMeanwhile current={current as never} onTake={takeCurrent}>
          {current &&
            [current.name, current.phone && formatPhone(withPrefix(current.phone))].filter(Boolean).join(' · ')}
        </ChangedMeanwhile>
        <TextField
          label={t('details.name')}
          hint={t('details.holder')}
          autoComplete="name"
          maxLength={detailLimits.name}
          error={problemOf('name')}
          value={name}
          onChange={(event) => {
            touch('name')
            setName(event.target.value)
          }}
        />
        <TextField
          type="tel"
          label={t('details.phone')}
          hint={t('details.phoneHint')}
          isOptional
          autoComplete="tel"
          width="medium"
          maxLength={detailLimits.phone}
          error={problemOf('phone')}
          value={phone}
          onChange={(event) => {
            touch('phone')
            setPhone(event.target.value)
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

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { maxCommentLength } from '../rules.ts'
import { erasuresQuery } from './queries.ts'

/** Requests the erasure of the user's data after confirmation. */
export function RequestErasureDialog({ openContracts, onClose }: { openContracts: number; onClose: () => void }) {
  const t = useTranslations('profile')
  const send = useSend()
  const toast = useToast()
  const queries = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isUnconfirmed, setUnconfirmed] = useState(false)

  async function submitRequest(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const isConfirmed = formData.has('confirmed')
    setUnconfirmed(!isConfirmed)
    if (!isConfirmed || isSending) return
    setSending(true)
    setFailure(null)
    try {
      const { requestErasure } = await import('../api.ts')
      const comment = String(formData.get('comment')).trim() || undefined
      await send(requestErasure, { body: { confirmed: true, comment } })
      await queries.invalidateQueries({ queryKey: erasuresQuery(send).queryKey })
      toast(t('erasure.sent'))
      onClose()
    } catch (thrown) {
      setSending(false)
      if (failureCodeOf(thrown) !== 'fresh_authentication_required') setFailure(thrown)
    }
  }

  return (
    <Dialog title={t('erasure.dialogTitle')} isClosable={!isSending} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submitRequest}>
        <FailureBanner failure={failure} />
        {openContracts > 0 && <p>{t('erasure.openContracts', { count: openContracts })}</p>}
        <TextField
          name="comment"
          label={t('erasure.comment')}
          hint={t('erasure.commentHint')}
          isOptional
          maxLength={maxCommentLength}
        />
        <Checkbox
          name="confirmed"
          label={t('erasure.confirm')}
          error={isUnconfirmed ? t('fieldErrors.confirmation_missing') : undefined}
        />
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('erasure.cancel')}
          </Button>
          <Button type="submit" variant="danger" isBusy={isSending}>
            {t('erasure.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function FailureBanner({ failure }: { failure: unknown }) {
  const t = useTranslations('profile')
  const outageText = useOutageText()
  return <ErrorBanner>{failure !== null && textOf(failure)}</ErrorBanner>

  function textOf(thrown: unknown): string {
    if (failureCodeOf(thrown) === 'erasure_open') return t('refusals.erasure_open')
    return outageText(thrown) ?? t('erasure.notDone')
  }
}

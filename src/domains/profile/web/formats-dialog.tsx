import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { type DocumentFormat, documentFormats } from '#domains/customers/document-formats.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { chooseDocumentFormats } from '../details-api.ts'
import { ownDetailsQuery } from './queries.ts'

/** Chooses the formats in which the user needs documents and answers. */
export function FormatsDialog({ formats, onClose }: { formats: readonly DocumentFormat[]; onClose: () => void }) {
  const t = useTranslations('profile')
  const send = useSend()
  const client = useQueryClient()
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (chosen: DocumentFormat[]) => send(chooseDocumentFormats, { body: { formats: chosen } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ownDetailsQuery(send).queryKey })
      onClose()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    mutate(documentFormats.filter((format) => form.has(format)))
  }

  return (
    <Dialog title={t('formats.title')} onClose={onClose}>
      <form className="stack stack-wide" noValidate onSubmit={submit}>
        <ErrorBanner>{isError && t('formats.failed')}</ErrorBanner>
        <p>{t('formats.about')}</p>
        {documentFormats.map((format) => (
          <Checkbox
            key={format}
            name={format}
            defaultChecked={formats.includes(format)}
            label={t(`formats.choices.${format}`)}
            hint={t(`formats.hints.${format}`)}
          />
        ))}
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('details.cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('details.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { maxReference } from '../../rules.ts'
import { deskRevisionsKey } from './queries.ts'

/** Records that the letters of a revision were posted, with the reference of the post as the proof. */
export function PostingForm({ id }: { id: string }) {
  const t = useTranslations('desk-revisions.one')
  const send = useSend()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-revisions',
    invalidatedKey: deskRevisionsKey,
    successMessage: (_: FormData, { posted }) => t('posted', { count: posted }),
    action: async (formData: FormData) =>
      send((await import('../api.ts')).recordPosting, {
        params: { id },
        body: { reference: String(formData.get('reference')) },
      }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    run(new FormData(event.currentTarget))
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <h2>{t('posting')}</h2>
      <ErrorBanner>{failure}</ErrorBanner>
      <TextField name="reference" label={t('reference')} maxLength={maxReference} error={errorOf('reference')} />
      <div className="line">
        <Button type="submit" variant="second" isBusy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ContentKind, ListedContent } from '../api.ts'
import { contentFromDraft, draftOf } from './content-draft.ts'
import { ContentFields } from './content-fields.tsx'
import { ContentVersions } from './content-versions.tsx'
import { contentKey } from './queries.ts'

type ContentDialogProps = { kind: ContentKind; edited: ListedContent | null; onClose: () => void }

/** Edits a block, page or banner, previews it and restores earlier versions. */
export function ContentDialog({ kind, edited, onClose }: ContentDialogProps) {
  const t = useTranslations('desk-content.list')
  const send = useSend()
  const [draft, setDraft] = useState(() => draftOf(kind, edited?.content ?? null))
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-content',
    seen: edited,
    invalidatedKey: contentKey,
    successMessage: (act) => t(act === 'remove' ? 'removed' : 'saved'),
    action: async (act: 'save' | 'remove', version: number) => {
      const { addContent, removeContent, saveContent } = await import('../api.ts')
      const content = contentFromDraft(kind, draft)
      if (!edited) return void (await send(addContent, { body: content }))
      const { key } = edited
      const params = { kind, key }
      if (act === 'remove') await send(removeContent, { params, body: { version } })
      else await send(saveContent, { params, body: { content, version } })
    },
    onDone: onClose,
  })
  // On update the fields are nested in the body's `content` member.
  const errorOfField = (field: string) => errorOf(field) ?? errorOf(`content.${field}`)
  return (
    <FormDialog
      isWide
      title={edited ? t('editOf', { name: edited.title }) : t('add')}
      submit={t('save')}
      cancel={t('cancel')}
      actions={
        edited && <ConfirmButton label={t('remove')} confirmLabel={t('removeSure')} onConfirm={() => run('remove')} />
      }
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={() => run('save')}
    >
      <ContentFields kind={kind} isNew={!edited} draft={draft} onDraft={setDraft} errorOf={errorOfField} />
      {edited && (
        <ContentVersions kind={kind} edited={edited} onRestore={(content) => setDraft(draftOf(kind, content))} />
      )}
    </FormDialog>
  )
}

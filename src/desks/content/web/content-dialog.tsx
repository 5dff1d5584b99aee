import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { SureButton } from '#desks/common/web/sure-button.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ContentKind, ListedContent } from '../api.ts'
import { contentIn, draftOf } from './content-draft.ts'
import { ContentFields } from './content-fields.tsx'
import { contentKey } from './queries.ts'
import { Versions } from './versions.tsx'

type DialogProps = { kind: ContentKind; edited: ListedContent | null; onClose: () => void }

/** Writes a block, a page or a banner, shows how it will look, and goes back to what stood there before. */
export function ContentDialog({ kind, edited, onClose }: DialogProps) {
  const t = useTranslations('desk-content.list')
  const send = useSend()
  const [draft, setDraft] = useState(() => draftOf(kind, edited?.content ?? null))
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-content',
    seen: edited,
    stale: contentKey,
    done: (act) => t(act === 'remove' ? 'removed' : 'saved'),
    act: async (act: 'save' | 'remove', version: number) => {
      const { addContent, removeContent, saveContent } = await import('../api.ts')
      const content = contentIn(kind, draft)
      if (!edited) return void (await send(addContent, { body: content }))
      const { key } = edited
      const params = { kind, key }
      if (act === 'remove') await send(removeContent, { params, body: { version } })
      else await send(saveContent, { params, body: { content, version } })
    },
    onDone: onClose,
  })
  // Fields of what is saved stand under the name of the body's member.
  const errorOfField = (field: string) => errorOf(field) ?? errorOf(`content.${field}`)
  return (
    <FormDialog
      isWide
      title={edited ? t('editOf', { name: edited.title }) : t('add')}
      submit={t('save')}
      cancel={t('cancel')}
      actions={edited && <SureButton label={t('remove')} sure={t('removeSure')} onSure={() => go('remove')} />}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={() => go('save')}
    >
      <ContentFields kind={kind} isNew={!edited} draft={draft} onDraft={setDraft} errorOf={errorOfField} />
      {edited && <Versions kind={kind} edited={edited} onGoBack={(content) => setDraft(draftOf(kind, content))} />}
    </FormDialog>
  )
}

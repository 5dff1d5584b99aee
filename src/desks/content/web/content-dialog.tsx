import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import type { ContentKind, ListedContent } from '../api.ts'
import { contentIn, draftOf } from './content-draft.ts'
import { ContentFields } from './content-fields.tsx'
import { contentKey } from './queries.ts'
import { Versions } from './versions.tsx'

type DialogProps = { kind: ContentKind; edited: ListedContent | null; onClose: () => void }

/** Writes a block, a page or a banner, shows how it will look, and goes back to what stood there before. */
export function ContentDialog({ kind, edited, onClose }: DialogProps) {
  const t = useTranslations('desk-content.list')
  const sentenceOf = useSentence('desk-content')
  const send = useSend()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [draft, setDraft] = useState(() => draftOf(kind, edited?.content ?? null))
  const [isSure, setSure] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (act: 'save' | 'remove') => {
      const { addContent, removeContent, saveContent } = await import('../api.ts')
      const content = contentIn(kind, draft)
      if (!edited) await send(addContent, { body: content })
      else {
        const { key, version } = edited
        const params = { kind, key }
        if (act === 'remove') await send(removeContent, { params, body: { version } })
        else await send(saveContent, { params, body: { content, version } })
      }
      return act
    },
    onSuccess: (act) => {
      toast(t(act === 'remove' ? 'removed' : 'saved'))
      onClose()
    },
    // Also after a refusal: somebody else may have changed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: contentKey }),
  })
  const fields = isRefused(error) ? error.fields : undefined
  // Fields of what is saved stand under the name of the body's member.
  const errorOf = (field: string) => (fields?.[field] ?? fields?.[`content.${field}`])?.join(' ')

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate('save')
  }

  return (
    <Dialog isWide title={edited ? t('editOf', { name: edited.title }) : t('add')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={save}>
        <Failure>{error && !fields && sentenceOf(error)}</Failure>
        <ContentFields kind={kind} isNew={!edited} draft={draft} onDraft={setDraft} errorOf={errorOf} />
        {edited && <Versions kind={kind} edited={edited} onGoBack={(content) => setDraft(draftOf(kind, content))} />}
        <DialogActions>
          {edited && (
            <Button variant="quiet" onClick={() => (isSure ? mutate('remove') : setSure(true))}>
              {t(isSure ? 'removeSure' : 'remove')}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

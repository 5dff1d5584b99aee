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
import type { ListedSetting } from '../api.ts'
import { BrandPreview } from './brand-preview.tsx'
import { settingsKey } from './queries.ts'
import { SettingControl } from './setting-control.tsx'
import { draftOf, writtenValue } from './setting-draft.ts'
import { useSettingWords } from './use-setting-words.ts'
import { useValueWords } from './use-value-words.ts'

/** Changes one setting, with the control that its kind wants. What was typed stays where it is refused. */
export function SettingDialog({ setting, onClose }: { setting: ListedSetting; onClose: () => void }) {
  const t = useTranslations('desk-settings.list')
  const sentenceOf = useSentence('desk-settings')
  const wordsOf = useValueWords()
  const { purposeOf } = useSettingWords()
  const send = useSend()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { path, version } = setting
  const [draft, setDraft] = useState(() => draftOf(setting))
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      send((await import('../api.ts')).saveSetting, {
        params: { path },
        body: { value: writtenValue(setting, draft), version },
      }),
    onSuccess: () => {
      toast(t('saved'))
      onClose()
    },
    // Also after a refusal: somebody else may have changed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsKey }),
  })
  const fieldError = isRefused(error) ? error.fields?.value?.join(' ') : undefined

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate()
  }

  return (
    <Dialog title={t('changeOf', { name: path })} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={save}>
        <p>{purposeOf(path)}</p>
        <Failure>{error && !fieldError && sentenceOf(error)}</Failure>
        <SettingControl setting={setting} draft={draft} onDraft={setDraft} error={fieldError} />
        {setting.kind === 'colour' && <BrandPreview color={String(draft)} />}
        {!setting.hidden && <p className="note">{t('defaultIs', { value: wordsOf(setting, setting.default) })}</p>}
        <DialogActions>
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

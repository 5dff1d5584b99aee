import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRequested } from '#desks/approvals/requested.ts'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { useSend } from '#kit/web/portal.ts'
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
  const waits = useTranslations('desk-approvals.waiting')
  const wordsOf = useValueWords()
  const { nameOf, purposeOf } = useSettingWords()
  const send = useSend()
  const locale = useLocale()
  const { path } = setting
  const [draft, setDraft] = useState(() => draftOf(setting))
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-settings',
    seen: setting,
    stale: settingsKey,
    done: (_, reply) => (isRequested(reply) ? waits('requested') : t('saved')),
    act: async (value: ReturnType<typeof writtenValue>, version: number) =>
      send((await import('../api.ts')).saveSetting, { params: { path }, body: { value, version } }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('changeOf', { name: nameOf(path) })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={() => go(writtenValue(setting, draft, locale))}
    >
      <p>
        {purposeOf(path)} <code className="note">{path}</code>
      </p>
      {setting.four_eyes && <p>{waits('needed')}</p>}
      <SettingControl setting={setting} draft={draft} onDraft={setDraft} error={errorOf('value')} />
      {setting.kind === 'colour' && <BrandPreview color={String(draft)} />}
      {!setting.hidden && <p className="note">{t('defaultIs', { value: wordsOf(setting, setting.default) })}</p>}
    </FormDialog>
  )
}

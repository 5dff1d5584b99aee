import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isApprovalRequested } from '#domains/approvals/approval-reply.ts'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedSetting } from '../api.ts'
import { BrandPreview } from './brand-preview.tsx'
import { settingsKey } from './queries.ts'
import { SettingControl } from './setting-control.tsx'
import { draftOf, parseDraft } from './setting-draft.ts'
import { useSettingTexts } from './use-setting-texts.ts'
import { useSettingValueText } from './use-setting-value-text.ts'

/** Edits one setting with the control for its kind. The input stays when it is refused. */
export function SettingDialog({ setting, onClose }: { setting: ListedSetting; onClose: () => void }) {
  const t = useTranslations('desk-settings.list')
  const approvalTexts = useTranslations('desk-approvals.waiting')
  const valueText = useSettingValueText()
  const { nameOf, purposeOf } = useSettingTexts()
  const send = useSend()
  const locale = useLocale()
  const { path } = setting
  const [draft, setDraft] = useState(() => draftOf(setting))
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-settings',
    seen: setting,
    invalidatedKey: settingsKey,
    successMessage: (_, reply) => (isApprovalRequested(reply) ? approvalTexts('requested') : t('saved')),
    action: async (value: ReturnType<typeof parseDraft>, version: number) =>
      send((await import('../api.ts')).saveSetting, { params: { path }, body: { value, version } }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('changeOf', { name: nameOf(path) })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={() => run(parseDraft(setting, draft, locale))}
    >
      <p>
        {purposeOf(path)} <code className="note">{path}</code>
      </p>
      {setting.four_eyes && <p>{approvalTexts('needed')}</p>}
      <SettingControl setting={setting} draft={draft} onDraft={setDraft} error={errorOf('value')} />
      {setting.kind === 'colour' && <BrandPreview color={String(draft)} />}
      {!setting.hidden && <p className="note">{t('defaultIs', { value: valueText(setting, setting.default) })}</p>}
    </FormDialog>
  )
}

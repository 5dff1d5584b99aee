import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { FieldError } from '#kit/web/form/field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import type { ListedSetting } from '../api.ts'
import { toggleMember } from '../rules.ts'
import { InstantControl } from './instant-control.tsx'
import type { SettingDraft } from './setting-draft.ts'
import { useSettingTexts } from './use-setting-texts.ts'

type SettingControlProps = {
  setting: ListedSetting
  draft: SettingDraft
  onDraft: (draft: SettingDraft) => void
  error: string | undefined
}

const inputTypes: Partial<Record<ListedSetting['kind'], string>> = {
  phone_number: 'tel',
  mail_address: 'email',
  web_address: 'url',
}

/** The form control for a setting, depending on its kind. */
export function SettingControl({ setting, draft, onDraft, error }: SettingControlProps) {
  const t = useTranslations('desk-settings.list')
  const { acceptedBy: acceptsText } = useSettingTexts()
  const { kind, limits } = setting

  if (kind === 'on_off')
    return (
      <Checkbox
        label={t('on')}
        error={error}
        checked={draft === true}
        onChange={(event) => onDraft(event.target.checked)}
      />
    )
  if (kind === 'one_of')
    return (
      <NativeSelect
        label={t('value')}
        error={error}
        options={setting.values.map((value) => ({ value: String(value), label: String(value) }))}
        value={String(draft)}
        onChange={(event) => onDraft(event.target.value)}
      />
    )
  if (kind === 'instant')
    return <InstantControl {...{ error, onDraft }} hint={acceptsText(setting)} draft={String(draft)} />
  if (kind === 'list_of') return <ListControl {...{ setting, draft, onDraft, error }} />
  if (limits && (kind === 'whole_number' || kind === 'rate'))
    return (
      <NumberField
        label={t('value')}
        hint={acceptsText(setting)}
        error={error}
        value={String(draft)}
        onValue={onDraft}
        step={kind === 'rate' ? 0.1 : 1}
        min={limits[0]}
        max={limits[1]}
      />
    )
  return (
    <TextField
      type={inputTypes[kind] ?? 'text'}
      label={t('value')}
      hint={setting.hidden ? `${acceptsText(setting)}. ${t('hiddenHint')}` : acceptsText(setting)}
      error={error}
      value={String(draft)}
      onChange={(event) => onDraft(event.target.value)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

function ListControl({ setting, draft, onDraft, error }: SettingControlProps) {
  const t = useTranslations('desk-settings.list')
  const errorId = useId()
  const list = Array.isArray(draft) ? draft : []
  return (
    <fieldset className="stack" aria-describedby={error ? errorId : undefined}>
      <legend className="visually-hidden">{t('value')}</legend>
      <p className="note">{t('listHint', { list: list.join(', ') || '—' })}</p>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {setting.values.map((value) => (
        <Checkbox
          key={value}
          label={String(value)}
          checked={list.includes(value)}
          onChange={() => onDraft(toggleMember(list, value))}
        />
      ))}
    </fieldset>
  )
}

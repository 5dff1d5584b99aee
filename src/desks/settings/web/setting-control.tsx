import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { FieldError } from '#kit/web/field.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { NumberField } from '#kit/web/number-field.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import type { ListedSetting } from '../api.ts'
import { toggled } from '../rules.ts'
import { InstantControl } from './instant-control.tsx'
import type { Draft } from './setting-draft.ts'
import { useSettingWords } from './use-setting-words.ts'

type ControlProps = {
  setting: ListedSetting
  draft: Draft
  onDraft: (draft: Draft) => void
  error: string | undefined
}

const inputTypes: Partial<Record<ListedSetting['kind'], string>> = {
  phone_number: 'tel',
  mail_address: 'email',
  web_address: 'url',
}

/** What a setting's value is edited with: as its kind wants it. */
export function SettingControl({ setting, draft, onDraft, error }: ControlProps) {
  const t = useTranslations('desk-settings.list')
  const { acceptedBy } = useSettingWords()
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
    return <InstantControl {...{ error, onDraft }} hint={acceptedBy(setting)} draft={String(draft)} />
  if (kind === 'list_of') return <ListControl {...{ setting, draft, onDraft, error }} />
  if (limits && (kind === 'whole_number' || kind === 'rate'))
    return (
      <NumberField
        label={t('value')}
        hint={acceptedBy(setting)}
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
      hint={setting.hidden ? `${acceptedBy(setting)}. ${t('hiddenHint')}` : acceptedBy(setting)}
      error={error}
      value={String(draft)}
      onChange={(event) => onDraft(event.target.value)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

function ListControl({ setting, draft, onDraft, error }: ControlProps) {
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
          onChange={() => onDraft(toggled(list, value))}
        />
      ))}
    </fieldset>
  )
}

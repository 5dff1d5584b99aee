import { useLocale, useTranslations } from 'use-intl'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { acceptedTextArguments } from '../../../settings/accepted-values.ts'
import type { ListedSetting } from '../api.ts'

type AcceptedValueFacts = Pick<ListedSetting, 'kind' | 'limits' | 'values' | 'unit'>

/** Returns functions for the name, purpose, accepted values and group note of a setting. */
export function useSettingTexts() {
  const t = useTranslations('desk-settings.list')
  const settingTexts = useTranslations('settings')
  const locale = useLocale()
  // The set of paths is only known from the settings list.
  const purposes = useTranslations('settings.purposes') as unknown as (path: string) => string
  const names = useTranslations('settings.names') as unknown as (path: string) => string

  function acceptsText(setting: AcceptedValueFacts): string {
    const written = (value: string | number) =>
      setting.kind === 'instant' ? formatInstant(new Date(value), locale) : String(value)
    const notation = { yes: t('on'), no: t('off'), nothing: t('nothing'), written }
    return t('accepts', { words: settingTexts(`accepts.${setting.kind}`, acceptedTextArguments(setting, notation)) })
  }

  return { nameOf: names, purposeOf: purposes, acceptedBy: acceptsText }
}

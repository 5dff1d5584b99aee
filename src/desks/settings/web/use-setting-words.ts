import { useLocale, useTranslations } from 'use-intl'
import { acceptedArguments } from '#domains/operator/settings/accepted.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedSetting } from '../api.ts'

type Accepting = Pick<ListedSetting, 'kind' | 'limits' | 'values' | 'unit'>

/** Tells how a setting is called, what it is for, what it accepts, and what holds for its whole group. */
export function useSettingWords() {
  const t = useTranslations('desk-settings.list')
  const told = useTranslations('settings')
  const locale = useLocale()
  // Which setting it is, only the list of them tells.
  const purposes = useTranslations('settings.purposes') as unknown as (path: string) => string
  const names = useTranslations('settings.names') as unknown as (path: string) => string

  function acceptedBy(setting: Accepting): string {
    const written = (value: string | number) =>
      setting.kind === 'instant' ? formatInstant(new Date(value), locale) : String(value)
    const onScreen = { yes: t('on'), no: t('off'), nothing: t('nothing'), written }
    return t('accepts', { words: told(`accepts.${setting.kind}`, acceptedArguments(setting, onScreen)) })
  }

  return { nameOf: names, purposeOf: purposes, acceptedBy }
}

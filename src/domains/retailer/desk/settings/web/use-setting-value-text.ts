import { useLocale, useTranslations } from 'use-intl'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedSetting } from '../api.ts'

/** Returns a function for the text of a setting's value or default. */
export function useSettingValueText() {
  const t = useTranslations('desk-settings.list')
  const locale = useLocale()
  return ({ kind, hidden }: Pick<ListedSetting, 'kind' | 'hidden'>, value: unknown): string => {
    if (hidden) return t('hidden')
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    if (value === '' || value === null || (Array.isArray(value) && !value.length)) return t('empty')
    if (Array.isArray(value)) return value.join(', ')
    return kind === 'instant' ? formatInstant(new Date(String(value)), locale) : String(value)
  }
}

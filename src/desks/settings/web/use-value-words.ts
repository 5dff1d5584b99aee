import { useLocale, useTranslations } from 'use-intl'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedSetting } from '../api.ts'

/** Tells the value of a setting, or the one that it has by default. */
export function useValueWords() {
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

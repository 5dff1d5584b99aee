import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import type { Locale } from '#vocabulary/locale.ts'
import { type CareFact, type CareTexts, careFactsOf } from '../care-facts.ts'
import { defaultSettings } from '../settings/defaults.ts'

/** Returns what the demo tells of its customer care in a language. A text that is missing or malformed throws. */
export function careFactsIn(locale: Locale): CareFact[] {
  const { care } = JSON.parse(readFileSync(new URL(`../texts/${locale}.json`, import.meta.url), 'utf8'))
  const t = createTranslator({
    locale,
    messages: care,
    timeZone: 'Europe/Madrid',
    onError(error) {
      throw error
    },
  })
  return careFactsOf(defaultSettings, t as unknown as CareTexts)
}

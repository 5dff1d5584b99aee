import { useTranslations } from 'use-intl'
import { type Locale, languageNames, locales } from '#kit/locale.ts'
import { Disclosure } from '#kit/web/disclosure.tsx'
import { TextArea } from '#kit/web/text-area.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import type { Words } from '../words.ts'

type WordsFieldsProps = {
  /** Of the fields in the form, `name.es` and so on. */
  name: string
  label: string
  hint?: string
  words: Words | null
  isLong?: boolean
  errorOf: (field: string) => string | undefined
}

/** A text in each language: the Spanish one in sight, the others behind it, as they are written less often. */
export function WordsFields({ name, label, hint, words, isLong, errorOf }: WordsFieldsProps) {
  const t = useTranslations('operator-area')
  const others = locales.filter((locale) => locale !== 'es')
  const fieldOf = (locale: Locale) => ({
    name: `${name}.${locale}`,
    label: `${label} (${languageNames[locale]})`,
    defaultValue: words?.[locale] ?? '',
    error: errorOf(`${name}.${locale}`),
    lang: locale,
  })
  const Box = isLong ? LongField : TextField
  return (
    <>
      <Box {...fieldOf('es')} hint={hint} />
      <Disclosure summary={t('otherLanguages', { label })}>
        <div className="stack">
          {others.map((locale) => (
            <Box key={locale} {...fieldOf(locale)} isOptional />
          ))}
        </div>
      </Disclosure>
    </>
  )
}

function LongField(props: Parameters<typeof TextArea>[0]) {
  return <TextArea rows={2} {...props} />
}

/** What is written in a form in the fields of a name. */
export function wordsIn(typed: FormData, name: string): Words & { es: string } {
  const written = locales.map((locale) => [locale, String(typed.get(`${name}.${locale}`) ?? '')] as const)
  return { ...Object.fromEntries(written.filter(([, text]) => text.trim())), es: String(typed.get(`${name}.es`) ?? '') }
}

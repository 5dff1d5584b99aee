import { useTranslations } from 'use-intl'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { type Locale, languageNames, locales } from '#vocabulary/locale.ts'
import type { LocalizedText } from '../localized-text.ts'

type LocalizedTextFieldsProps = {
  /** The prefix of the field names: `name.es` and so on. */
  name: string
  label: string
  hint?: string
  text: LocalizedText | null
  isLong?: boolean
  errorOf: (field: string) => string | undefined
}

/** A text in each language: Spanish visible, the others collapsed because they are filled in less often. */
export function LocalizedTextFields({ name, label, hint, text, isLong, errorOf }: LocalizedTextFieldsProps) {
  const t = useTranslations('operator-area')
  const others = locales.filter((locale) => locale !== 'es')
  const fieldOf = (locale: Locale) => ({
    name: `${name}.${locale}`,
    label: `${label} (${languageNames[locale]})`,
    defaultValue: text?.[locale] ?? '',
    error: errorOf(`${name}.${locale}`),
    lang: locale,
  })
  const Field = isLong ? LongField : TextField
  return (
    <>
      <Field {...fieldOf('es')} hint={hint} />
      <Disclosure summary={t('otherLanguages', { label })}>
        <div className="stack">
          {others.map((locale) => (
            <Field key={locale} {...fieldOf(locale)} isOptional />
          ))}
        </div>
      </Disclosure>
    </>
  )
}

function LongField(props: Parameters<typeof TextArea>[0]) {
  return <TextArea rows={2} {...props} />
}

/** Reads a localized text from the form fields of a name. */
export function readLocalizedText(formData: FormData, name: string): LocalizedText & { es: string } {
  const entries = locales.map((locale) => [locale, String(formData.get(`${name}.${locale}`) ?? '')] as const)
  return {
    ...Object.fromEntries(entries.filter(([, text]) => text.trim())),
    es: String(formData.get(`${name}.es`) ?? ''),
  }
}

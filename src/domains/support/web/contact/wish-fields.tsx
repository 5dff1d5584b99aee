import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { type Locale, languageNames } from '#vocabulary/locale.ts'
import { type ReceiptMedium, receiptMedia } from '../../rules.ts'

/** The language of the answer, empty for that of the page, and the medium of the receipt. */
export type Wishes = { language: Locale | ''; receipt: ReceiptMedium }
export const defaultWishes: Wishes = { language: '', receipt: 'email' }

/** Chooses the language in which a request is answered, and how its receipt is sent. */
export function WishFields({ values, onChange }: { values: Wishes; onChange: (changed: Partial<Wishes>) => void }) {
  const t = useTranslations('support.fields')
  const { languages } = useSettings()
  return (
    <>
      <NativeSelect
        label={t('language')}
        width="medium"
        value={values.language || useLocale()}
        onChange={(event) => onChange({ language: event.target.value as Locale })}
        options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
      />
      <NativeSelect
        label={t('receipt')}
        hint={t('receiptHint')}
        width="medium"
        value={values.receipt}
        onChange={(event) => onChange({ receipt: event.target.value as ReceiptMedium })}
        options={receiptMedia.map((medium) => ({ value: medium, label: t(`receiptMedia.${medium}`) }))}
      />
    </>
  )
}

/** Returns the wishes as a call takes them. */
export function wishesOf({ language, receipt }: Wishes) {
  return { ...(language ? { language } : {}), receipt }
}

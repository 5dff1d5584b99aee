import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { type Locale, languageNames } from '#vocabulary/locale.ts'
import { type ReceiptMedium, receiptMedia } from '../../rules.ts'
import { CallFields, type CallRequest, noCall } from './call-fields.tsx'
import type { RequestFieldMessages } from './use-request-form.ts'

/** The language of the answer, empty for that of the page, the medium of the receipt, and the call that is asked for. */
export type Wishes = { language: Locale | ''; receipt: ReceiptMedium } & CallRequest
export const defaultWishes: Wishes = { language: '', receipt: 'email', ...noCall }

type WishFieldsProps = { values: Wishes; onChange: (changed: Partial<Wishes>) => void; problems: RequestFieldMessages }

/** Chooses the language in which a request is answered, how its receipt is sent, and whether somebody calls. */
export function WishFields({ values, onChange, problems }: WishFieldsProps) {
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
      <CallFields {...{ values, onChange, problems }} />
    </>
  )
}

/** Returns the wishes as a call takes them. */
export function wishesOf({ language, receipt, callAt, callPhone }: Wishes) {
  const call = callAt ? { call_back: { at: callAt, phone: callPhone } } : {}
  return { ...(language ? { language } : {}), receipt, ...call }
}

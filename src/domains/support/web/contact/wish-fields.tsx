import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { type Locale, languageNames } from '#vocabulary/locale.ts'
import { type AnswerChannel, answerChannels, type ReceiptMedium, receiptMedia } from '../../rules.ts'
import { CallFields, type CallRequest, noCall } from './call-fields.tsx'
import { type RequestFieldMessages, requestFieldId } from './use-request-form.ts'

/**
 * The language of the answer, empty for that of the page, its channel with the phone if that is how, the medium of the
 * receipt, and the call that is asked for.
 */
export type Wishes = {
  language: Locale | ''
  answer: AnswerChannel
  answerPhone: string
  receipt: ReceiptMedium
} & CallRequest
export const defaultWishes: Wishes = { language: '', answer: 'portal', answerPhone: '', receipt: 'email', ...noCall }

type WishFieldsProps = {
  values: Wishes
  onChange: (changed: Partial<Wishes>) => void
  problems: RequestFieldMessages
  /** The contract that the request is about, whose place has holidays of its own. */
  contractName: string | undefined
}

/** Chooses how and in which language a request is answered, how its receipt is sent, and whether somebody calls. */
export function WishFields({ values, onChange, problems, contractName }: WishFieldsProps) {
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
      <AnswerChannelField channels={answerChannels} value={values.answer} onChange={(answer) => onChange({ answer })} />
      {values.answer === 'phone' && (
        <TextField
          id={requestFieldId('answer_phone')}
          type="tel"
          autoComplete="tel"
          width="medium"
          label={t('answerPhone')}
          error={problems.answer_phone}
          value={values.answerPhone}
          onChange={(event) => onChange({ answerPhone: event.target.value })}
        />
      )}
      <NativeSelect
        label={t('receipt')}
        hint={t('receiptHint')}
        width="medium"
        value={values.receipt}
        onChange={(event) => onChange({ receipt: event.target.value as ReceiptMedium })}
        options={receiptMedia.map((medium) => ({ value: medium, label: t(`receiptMedia.${medium}`) }))}
      />
      <CallFields {...{ values, onChange, problems, contractName }} />
    </>
  )
}

type AnswerChannelFieldProps<Channel extends AnswerChannel> = {
  channels: readonly Channel[]
  value: Channel
  onChange: (channel: Channel) => void
}

/** Chooses how a request is answered. */
export function AnswerChannelField<Channel extends AnswerChannel>({
  channels,
  value,
  onChange,
}: AnswerChannelFieldProps<Channel>) {
  const t = useTranslations('support.fields')
  return (
    <NativeSelect
      label={t('answer')}
      width="medium"
      value={value}
      onChange={(event) => onChange(channels.find((channel) => channel === event.target.value) ?? value)}
      options={channels.map((channel) => ({ value: channel, label: t(`answerChannels.${channel as AnswerChannel}`) }))}
    />
  )
}

/** Returns the wishes as a call takes them. */
export function wishesOf({ language, answer, answerPhone, receipt, callAt, callPhone }: Wishes) {
  const call = callAt ? { call_back: { at: callAt, phone: callPhone } } : {}
  const phone = answer === 'phone' ? { answer_phone: answerPhone } : {}
  const channel = answer === defaultWishes.answer ? {} : { answer, ...phone }
  return { ...(language ? { language } : {}), receipt, ...channel, ...call }
}

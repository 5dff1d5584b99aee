import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { callHoursQuery } from '../queries.ts'
import { type RequestFieldMessages, requestFieldId } from './use-request-form.ts'

/** The hour at which somebody wants to be called, empty for no call, and the phone. */
export type CallRequest = { callAt: string; callPhone: string }
export const noCall: CallRequest = { callAt: '', callPhone: '' }

type CallFieldsProps = {
  values: CallRequest
  onChange: (changed: Partial<CallRequest>) => void
  problems: RequestFieldMessages
  /** The contract whose place has holidays of its own; undefined where none is known. */
  contractName?: string | undefined
  /** Leaves out the phone, where the form asks for it anyway. */
  isPhoneKnown?: boolean
}

/** Chooses whether and when somebody from the retailer calls. Shows nothing while no hour is free. */
export function CallFields({ values, onChange, problems, contractName, isPhoneKnown = false }: CallFieldsProps) {
  const t = useTranslations('support.call')
  const locale = useLocale()
  const { data: hours = [] } = useQuery(callHoursQuery(useSend(), contractName))
  if (hours.length === 0) return null
  return (
    <>
      <NativeSelect
        id={requestFieldId('call_back.at')}
        label={t('when')}
        hint={t('hint')}
        width="medium"
        error={problems['call_back.at']}
        value={values.callAt}
        onChange={(event) => onChange({ callAt: event.target.value })}
        options={[
          { value: '', label: t('none') },
          ...hours.map((at) => ({ value: at, label: formatInstant(new Date(at), locale) })),
        ]}
      />
      {values.callAt && !isPhoneKnown && (
        <TextField
          id={requestFieldId('call_back.phone')}
          type="tel"
          autoComplete="tel"
          width="medium"
          label={t('phone')}
          error={problems['call_back.phone']}
          value={values.callPhone}
          onChange={(event) => onChange({ callPhone: event.target.value })}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { confirmableReadings } from '../../rules.ts'
import styles from '../contact/request-form.module.css'
import { type RequestFieldMessages, requestFieldId } from '../contact/use-request-form.ts'
import { lastReadingQuery } from '../queries.ts'
import { formatMeterUnit, type LastReading, type ReadingDraft, useRegisterName } from './reading-draft.ts'

type ReadingFieldsProps = {
  contractName: string
  values: ReadingDraft
  problems: RequestFieldMessages
  onChange: (change: Partial<ReadingDraft>) => void
}

/** The fields of a meter reading: one per register, with its last value, and the day of the reading. */
export function ReadingFields({ contractName, values, problems, onChange }: ReadingFieldsProps) {
  const t = useTranslations('support.reading')
  const { data: meter, isError } = useQuery(lastReadingQuery(useSend(), contractName))
  if (isError) return <p className="soft">{t('unknownMeter')}</p>
  if (!meter) return <Skeleton kind="rows" count={3} />
  const problemTexts = Object.values(problems)
  const needsConfirmation = confirmableReadings.some((code) => problemTexts.includes(t(code))) || values.isConfirmed

  return (
    <fieldset className="stack stack-wide">
      <legend className={styles.legend}>
        <h2>{t('title')}</h2>
      </legend>
      <DateField
        id={requestFieldId('reading.date')}
        label={t('day')}
        error={problems['reading.date']}
        value={values.date}
        onValue={(date) => onChange({ date })}
      />
      {Array.from({ length: meter.registers }, (_, register) => (
        <RegisterField key={register} {...{ meter, register, values, problems, onChange }} />
      ))}
      {needsConfirmation && (
        <Checkbox
          label={t('confirm')}
          checked={values.isConfirmed}
          onChange={(event) => onChange({ isConfirmed: event.target.checked })}
        />
      )}
    </fieldset>
  )
}

type RegisterFieldProps = Omit<ReadingFieldsProps, 'contractName'> & { meter: LastReading; register: number }

function RegisterField({ meter, register, values, problems, onChange }: RegisterFieldProps) {
  const t = useTranslations('support.reading')
  const locale = useLocale()
  const unit = formatMeterUnit(meter.unit)
  const { last, measured, registers: count } = meter
  const label = useRegisterName()(register, count)
  const sentence = (key: 'last' | 'measured', reading: LastReading['last']) =>
    reading &&
    t(key, { value: formatDecimal(reading.registers[register]!, locale), unit, day: formatDay(reading.date, locale) })
  const hint = [sentence('last', last), sentence('measured', measured ?? null)].filter(Boolean).join(' · ') || undefined
  const withText = (text: string) =>
    Array.from({ length: count }, (_, index) => (index === register ? text : (values.registers[index] ?? '')))
  return (
    <TextField
      id={requestFieldId(`reading.registers.${register}`)}
      label={label}
      hint={hint}
      error={problems[`reading.registers.${register}`]}
      width="medium"
      unit={unit}
      inputMode="decimal"
      autoComplete="off"
      value={values.registers[register] ?? ''}
      onChange={(event) => onChange({ registers: withText(event.target.value) })}
    />
  )
}

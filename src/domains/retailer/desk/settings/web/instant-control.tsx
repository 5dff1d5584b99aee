import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { DateField } from '#kit/web/form/date-field.tsx'
import { FieldError } from '#kit/web/form/field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { joinInstantDraft, splitInstantDraft } from './setting-draft.ts'

type InstantControlProps = { hint: string; error: string | undefined; draft: string; onDraft: (draft: string) => void }

/** A day and a time in Madrid, in separate fields. */
export function InstantControl({ hint, error, draft, onDraft }: InstantControlProps) {
  const t = useTranslations('desk-settings.list')
  const errorId = useId()
  const hintId = useId()
  const { day, time } = splitInstantDraft(draft)
  return (
    <fieldset className="stack" aria-describedby={error ? `${hintId} ${errorId}` : hintId}>
      <legend className="visually-hidden">{t('value')}</legend>
      <p id={hintId} className="note">
        {hint}
      </p>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <DateField label={t('day')} value={day} onValue={(next) => onDraft(joinInstantDraft(next, time))} />
      <TextField
        label={t('time')}
        width="short"
        placeholder={t('timeForm')}
        inputMode="decimal"
        autoComplete="off"
        value={time}
        onChange={(event) => onDraft(joinInstantDraft(day, event.target.value))}
      />
    </fieldset>
  )
}

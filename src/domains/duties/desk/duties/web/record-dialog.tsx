import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { type DutyKind, recordedKinds, ruleOf } from '../../../kinds.ts'
import { maxNoteLength } from '../record-rules.ts'
import { dutiesKey, dutyChoicesQuery } from './queries.ts'

/** Records an event that happened outside the product, from which a duty follows. */
export function RecordDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk-duties.record')
  const locale = useLocale()
  const send = useSend()
  const options = useKindOptions()
  const [kind, setKind] = useState(options[0]!.value)
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-duties',
    invalidatedKey: dutiesKey,
    successMessage: (_, { due_on: dueOn, done_by: doneBy }) =>
      doneBy === null
        ? t('saved', { day: formatDay(dueOn, locale) })
        : t('savedAsDone', {
            kind: doneBy.kind,
            name: doneBy.kind === 'reading' ? formatDay(doneBy.name, locale) : doneBy.name,
          }),
    action: async (form: FormData) => {
      const { recordEvent } = await import('../api.ts')
      return send(recordEvent, { body: readForm(form, kind) })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title')}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <p>{t('about')}</p>
      <NativeSelect
        name="kind"
        label={t('kind')}
        options={options}
        value={kind}
        onChange={({ target }) => setKind(target.value as DutyKind)}
        error={errorOf('kind')}
      />
      <KindFields {...{ kind, errorOf }} />
      <TextField
        name="about"
        label={t('party')}
        hint={t('partyHint')}
        width="medium"
        maxLength={40}
        error={errorOf('about')}
      />
      <TimeFields errorOf={errorOf} />
      <TextArea name="note" label={t('note')} hint={t('noteHint')} maxLength={maxNoteLength} error={errorOf('note')} />
    </FormDialog>
  )
}

type ErrorOf = (field: string) => string | undefined

/** What the norms of a kind depend on besides the contract. */
function KindFields({ kind, errorOf }: { kind: DutyKind; errorOf: ErrorOf }) {
  const t = useTranslations('desk-duties.record')
  const { topics = [], isPowerAsked } = ruleOf(kind).recorded ?? {}
  return (
    <>
      {topics.length > 1 && (
        <NativeSelect
          name="topic"
          label={t('topic')}
          options={topics.map((topic) => ({ value: topic, label: t(`topics.${topic as 'meter'}`) }))}
          error={errorOf('topic')}
        />
      )}
      {isPowerAsked && (
        <TextField
          name="power"
          label={t('power')}
          unit="kW"
          width="short"
          inputMode="decimal"
          error={errorOf('power')}
        />
      )}
    </>
  )
}

/** The day and the hour of the event: now, unless an operator says otherwise. */
function TimeFields({ errorOf }: { errorOf: ErrorOf }) {
  const t = useTranslations('desk-duties.record')
  const { now } = useBoot()
  const { day, time } = readMadridClock(new Date(now))
  return (
    <>
      <DateField name="day" label={t('day')} defaultValue={day} error={errorOf('day')} />
      <TextField
        name="time"
        label={t('time')}
        hint={t('timeHint')}
        width="short"
        inputMode="numeric"
        maxLength={5}
        defaultValue={time.padStart('HH:MM'.length, '0')}
        error={errorOf('time')}
      />
    </>
  )
}

/** The kinds that the operator sees and records, by name. */
function useKindOptions() {
  const t = useTranslations('desk-duties.kinds')
  const { data } = useSuspenseQuery(dutyChoicesQuery(useSend()))
  return data.kinds
    .filter((kind) => recordedKinds.includes(kind))
    .map((kind) => ({ value: kind, label: t(kind) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

function readForm(form: FormData, kind: DutyKind) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const power = text('power')
  return {
    kind,
    ...{ about: text('about'), day: text('day'), time: text('time'), note: text('note') },
    ...(form.has('topic') && { topic: text('topic') }),
    ...(power && { power: Number(power.replace(',', '.')) }),
  }
}

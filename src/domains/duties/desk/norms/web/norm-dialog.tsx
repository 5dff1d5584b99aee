import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { parseDecimalInput } from '#kit/backoffice/web/parse-number-input.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import { type DutyKind, dutyKinds } from '../../../kinds.ts'
import { compensations, normStates, recourses } from '../../../norm.ts'
import { termUnits } from '../../../terms.ts'
import type { ListedNorm, NormInput, NormRow } from '../api.ts'
import type { NormEdit } from './norm-table.tsx'
import { normsKey } from './queries.ts'
import { useTopicName } from './use-topic-name.ts'

type NormChoices = { today: string; topics: Readonly<Record<string, readonly string[]>> }
type NormDialogProps = { edit: NormEdit; choices: NormChoices; onClose: () => void }

/** Adds a norm, replaces one from a day on, or changes an entered row that has not begun. */
export function NormDialog({ edit: { norm, row }, choices, onClose }: NormDialogProps) {
  const t = useTranslations('desk-norms.dialog')
  const kindNames = useTranslations('desk-duties.kinds')
  const send = useSend()
  const locale = useLocale()
  const [kind, setKind] = useState<DutyKind>(norm?.kind ?? 'case_answer')
  const { run, isBusy, failure, changed, errorOf } = useAction({
    desk: 'desk-norms',
    seen: row ? { ...row, version: row.version ?? 1 } : null,
    invalidatedKey: normsKey,
    successMessage: (input) => t(input === 'withdraw' ? 'withdrawn' : 'saved'),
    action: async (input: FormData | 'withdraw', version: number) => {
      const { addNorm, changeNorm, replaceNorm, withdrawNorm } = await import('../api.ts')
      const params = { code: norm?.code ?? '', from: row?.valid_from ?? '' }
      if (input === 'withdraw') return send(withdrawNorm, { params, body: { version } })
      const body = readNorm(input, locale)
      if (!norm) return send(addNorm, { body: { kind, ...body } })
      return row ? send(changeNorm, { params, body: { ...body, version } }) : send(replaceNorm, { params, body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={norm ? t(row ? 'changeTitle' : 'replaceTitle', { kind: kindNames(kind) }) : t('addTitle')}
      submit={t('save')}
      cancel={t('cancel')}
      isWide
      actions={
        row && (
          <ConfirmButton label={t('withdraw')} confirmLabel={t('withdrawSure')} onConfirm={() => run('withdraw')} />
        )
      }
      {...{ isBusy, failure, onClose }}
      conflict={changed}
      onSubmit={run}
    >
      <p>{t('about')}</p>
      {!norm && (
        <NativeSelect
          label={t('kind')}
          value={kind}
          onChange={(event) => setKind(event.target.value as DutyKind)}
          options={(Object.keys(dutyKinds) as DutyKind[])
            .map((each) => ({ value: each, label: kindNames(each) }))
            .sort((one, other) => one.label.localeCompare(other.label, locale))}
        />
      )}
      <NormFields {...{ choices, errorOf, kind }} row={row ?? latestRow(norm)} isNew={!row} />
    </FormDialog>
  )
}

function latestRow(norm: ListedNorm | undefined): NormRow | undefined {
  return norm?.rows[0]
}

/** Returns the fields as the calls take them: what is empty is null. */
function readNorm(form: FormData, locale: string): NormInput {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null
  const kilowatts = Number(parseDecimalInput(form.get('max_power'), locale) ?? '')
  return {
    ...{ law: text('law'), article: text('article'), source: text('source'), note: text('note'), topic: text('topic') },
    state: text('state') as NormInput['state'],
    energy: text('energy') as NormInput['energy'],
    max_power_watts: kilowatts ? Math.round(kilowatts * 1000) : null,
    // An empty field is no term, rather than the same day.
    count: Number(text('count') ?? Number.NaN),
    unit: text('unit') as NormInput['unit'],
    tolerance_days: Number(text('tolerance_days') ?? 0),
    recourse: text('recourse') as NormInput['recourse'],
    compensation: text('compensation') as NormInput['compensation'],
    ...{ valid_from: String(form.get('valid_from')), valid_to: text('valid_to') },
  }
}

type NormFieldsProps = {
  choices: NormChoices
  kind: DutyKind
  row: NormRow | undefined
  isNew: boolean
  errorOf: (field: string) => string | undefined
}

function NormFields({ choices, kind, row, isNew, errorOf }: NormFieldsProps) {
  const t = useTranslations('desk-norms')
  const topicName = useTopicName()
  const optional = (name: string, values: readonly { value: string; label: string }[]) => [
    { value: '', label: t(`dialog.${name as 'anyTopic'}`) },
    ...values,
  ]
  const textField = (name: 'law' | 'article' | 'source', maxLength: number) => (
    <TextField
      name={name}
      label={t(`dialog.${name}`)}
      hint={t(`dialog.${name}Hint`)}
      defaultValue={row?.[name] ?? ''}
      error={errorOf(name)}
      maxLength={maxLength}
      isOptional
    />
  )
  return (
    <>
      {textField('law', 100)}
      {textField('article', 40)}
      {textField('source', 100)}
      <TextField
        name="count"
        label={t('dialog.count')}
        width="short"
        inputMode="numeric"
        defaultValue={String(row?.count ?? '')}
        error={errorOf('count')}
      />
      <NativeSelect
        name="unit"
        label={t('dialog.unit')}
        defaultValue={row?.unit ?? 'working_days'}
        options={termUnits.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
      />
      <TextField
        name="tolerance_days"
        label={t('dialog.tolerance')}
        hint={t('dialog.toleranceHint')}
        width="short"
        inputMode="numeric"
        defaultValue={row?.tolerance_days ? String(row.tolerance_days) : ''}
        error={errorOf('tolerance_days')}
        isOptional
      />
      <NativeSelect
        key={kind}
        name="topic"
        label={t('dialog.topic')}
        defaultValue={row?.topic ?? ''}
        options={optional(
          'anyTopic',
          (choices.topics[kind] ?? []).map((topic) => ({ value: topic, label: topicName(topic) })),
        )}
      />
      <NativeSelect
        name="energy"
        label={t('dialog.energy')}
        defaultValue={row?.energy ?? ''}
        options={optional(
          'anyEnergy',
          (['electricity', 'gas'] as const).map((energy) => ({ value: energy, label: t(`energies.${energy}`) })),
        )}
      />
      <TextField
        name="max_power"
        label={t('dialog.maxPower')}
        unit="kW"
        width="short"
        inputMode="decimal"
        defaultValue={row?.max_power_watts ? String(row.max_power_watts / 1000).replace('.', ',') : ''}
        error={errorOf('max_power_watts')}
        isOptional
      />
      <NativeSelect
        name="recourse"
        label={t('dialog.recourse')}
        defaultValue={row?.recourse ?? ''}
        options={optional(
          'noRecourse',
          recourses.map((value) => ({ value, label: t(`recourses.${value}`) })),
        )}
      />
      <NativeSelect
        name="compensation"
        label={t('dialog.compensation')}
        defaultValue={row?.compensation ?? ''}
        options={optional(
          'noCompensation',
          compensations.map((value) => ({ value, label: t(`compensations.${value}`) })),
        )}
      />
      <NativeSelect
        name="state"
        label={t('state')}
        defaultValue={row?.state ?? 'in_force'}
        options={normStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <TextArea
        name="note"
        label={t('dialog.note')}
        hint={t('dialog.noteHint')}
        defaultValue={row?.note ?? ''}
        error={errorOf('note')}
        maxLength={500}
        isOptional
      />
      <DateField
        name="valid_from"
        label={t('dialog.from')}
        defaultValue={isNew ? addDays(choices.today, 1) : row?.valid_from}
        error={errorOf('valid_from')}
      />
      <DateField
        name="valid_to"
        label={t('dialog.until')}
        hint={t('dialog.untilHint')}
        defaultValue={isNew ? '' : (row?.valid_to ?? '')}
        error={errorOf('valid_to')}
        isOptional
      />
    </>
  )
}

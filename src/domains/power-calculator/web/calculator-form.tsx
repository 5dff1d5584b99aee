import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { FieldError, useErrorUntilCorrected } from '#kit/web/field.tsx'
import { NumberField } from '#kit/web/number-field.tsx'
import { SegmentedControl } from '#kit/web/segmented-control.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { normalizeCups } from '#vocabulary/cups.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import { type Appliance, type ApplianceName, appliances } from '../appliances.ts'
import {
  type Calculation,
  type CalculatorField,
  type CalculatorProblem,
  calculate,
  calculatorLimits,
  type CalculatorForm as Form,
  isDirty,
  type OwnAppliance,
  parsePositiveInteger,
  simultaneities,
} from '../rules.ts'
import { ApplianceCard, applianceFieldId } from './appliance-card.tsx'
import styles from './calculator.module.css'

type CalculatorFormProps = {
  form: Form
  onChange: (change: (form: Form) => Form) => void
  onCalculated: (calculation: Calculation) => void
}

/** The form: where, how many people, and which appliances. */
export function CalculatorForm({ form, onChange, onCalculated }: CalculatorFormProps) {
  const t = useTranslations('power-calculator')
  const locale = useLocale()
  const [problems, setProblems] = useState<Partial<Record<CalculatorField, CalculatorProblem>>>({})
  const [attempt, setAttempt] = useState(0)
  const set = (change: Partial<Form>) => onChange((before) => ({ ...before, ...change }))
  const setAppliance = (name: ApplianceName, change: Partial<OwnAppliance>) =>
    onChange((before) => ({
      ...before,
      appliances: { ...before.appliances, [name]: { ...before.appliances[name], ...change } },
    }))

  function submit(event: FormEvent) {
    event.preventDefault()
    const answer = calculate(form, locale)
    setAttempt(attempt + 1)
    setProblems('problems' in answer ? answer.problems : {})
    if ('calculation' in answer) onCalculated(answer.calculation)
  }

  const problemText = (field: CalculatorField) => problems[field] && t(`problems.${problems[field]}`)
  const { error: appliancesError, wrapperProps: aroundAppliances } = useErrorUntilCorrected<HTMLFieldSetElement>(
    problemText('appliances'),
  )
  const invalidFields = fields.filter((field) => problems[field])

  return (
    <form className={styles.form} method="post" noValidate data-needs-script onSubmit={submit}>
      {invalidFields.length > 0 && (
        <ErrorSummary
          attempt={attempt}
          problems={invalidFields.map((field) => ({ fieldId: applianceFieldId(field), message: summaryOf(field) }))}
        />
      )}
      <div className={styles.fields}>
        <TextField
          id={applianceFieldId('cups')}
          name="cups"
          label={t('form.cups')}
          hint={t('form.cupsHint')}
          error={problemText('cups')}
          value={form.cups}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => set({ cups: normalizeCups(target.value) })}
        />
        <TextField
          id={applianceFieldId('area')}
          name="area"
          label={t('form.area')}
          error={problemText('area')}
          width="short"
          unit={t('form.m2')}
          inputMode="numeric"
          autoComplete="off"
          value={form.area}
          maxLength={10}
          onChange={({ target }) => set({ area: target.value.replace(/[^\d.,\s]/g, '') })}
          onBlur={() => set({ area: groupThousands(form.area) })}
        />
        <NumberField
          id={applianceFieldId('people')}
          name="people"
          label={t('form.people')}
          error={problemText('people')}
          step={1}
          min={1}
          max={calculatorLimits.people}
          value={form.people}
          onValue={(people) => set({ people })}
        />
        <div className={styles.choice}>
          <p className={styles.label} aria-hidden="true">
            {t('form.simultaneity')}
          </p>
          <SegmentedControl
            label={t('form.simultaneity')}
            options={simultaneities.map((value) => ({ value, label: t(`simultaneity.${keyOf[value]}`) }))}
            value={form.simultaneity}
            onValue={(simultaneity) => set({ simultaneity })}
          />
          <p className="note">{t('form.simultaneityHint')}</p>
        </div>
      </div>
      <fieldset
        {...aroundAppliances}
        className={styles.appliances}
        aria-describedby={appliancesError && 'power-appliances-error'}
      >
        <legend>{t('form.appliances')}</legend>
        {appliancesError && <FieldError id="power-appliances-error">{appliancesError}</FieldError>}
        <ul className={styles.cards} id={applianceFieldId('appliances')} tabIndex={-1}>
          {(appliances as readonly Appliance[]).map((appliance) => (
            <ApplianceCard
              key={appliance.name}
              appliance={appliance}
              own={form.appliances[appliance.name]}
              error={problemText(appliance.name)}
              onChange={(change) => setAppliance(appliance.name, change)}
            />
          ))}
        </ul>
      </fieldset>
      <div className="line">
        <Button type="submit" disabledReason={isDirty(form) ? undefined : t('form.untouched')}>
          {t('form.calculate')}
        </Button>
      </div>
    </form>
  )

  // Several fields can have the same problem.
  function summaryOf(field: CalculatorField): string {
    const problemMessage = problemText(field)!
    const appliance = appliances.find(({ name }) => name === field)
    return appliance
      ? t('form.problemOf', { name: t(`appliances.${appliance.name}.name`), words: problemMessage })
      : problemMessage
  }

  function groupThousands(text: string): string {
    const area = parsePositiveInteger(text, { max: calculatorLimits.area, locale })
    return area === null ? text : formatDecimal(area, locale)
  }
}

const fields: readonly CalculatorField[] = [
  'cups',
  'area',
  'people',
  'appliances',
  ...appliances.map(({ name }) => name),
]

/** The text keys of the coefficients: a point would be read as a path separator. */
export const keyOf = { '0.25': 'few', '0.4': 'some', '0.6': 'many' } as const

import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { appliances } from '../appliances.ts'
import {
  type Calculation,
  type CalculatorField,
  type CalculatorProblem,
  calculate,
  type CalculatorForm as Form,
  isDirty,
} from '../rules.ts'
import { applianceFieldId } from './appliance-card.tsx'
import styles from './calculator.module.css'
import { AppliancesField, HomeFields } from './calculator-fields.tsx'

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

  function submit(event: FormEvent) {
    event.preventDefault()
    const answer = calculate(form, locale)
    setAttempt(attempt + 1)
    setProblems('problems' in answer ? answer.problems : {})
    if ('calculation' in answer) onCalculated(answer.calculation)
  }

  const problemText = (field: CalculatorField) => problems[field] && t(`problems.${problems[field]}`)
  const invalidFields = fields.filter((field) => problems[field])

  return (
    <form className={styles.form} method="post" noValidate data-needs-script onSubmit={submit}>
      {invalidFields.length > 0 && (
        <ErrorSummary
          attempt={attempt}
          problems={invalidFields.map((field) => ({ fieldId: applianceFieldId(field), message: summaryOf(field) }))}
        />
      )}
      <HomeFields {...{ form, onChange, problemText }} />
      <AppliancesField {...{ form, onChange, problemText }} />
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
}

const fields: readonly CalculatorField[] = [
  'cups',
  'area',
  'people',
  'appliances',
  ...appliances.map(({ name }) => name),
]

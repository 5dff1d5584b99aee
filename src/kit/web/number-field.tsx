import { type ComponentPropsWithRef, type KeyboardEvent, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { type IconShape, minus, plus } from './icons.ts'
import styles from './number-field.module.css'
import { isAtBound, type NumberSteps, stepped } from './number-steps.ts'
import { spaced } from './spaced.ts'

type NumberFieldProps = FieldProps &
  NumberSteps & {
    /** As typed, with comma or point: a half-written number is not lost. */
    value: string
    onValue: (text: string) => void
    unit?: string
  } & Pick<ComponentPropsWithRef<'input'>, 'name' | 'disabled' | 'required' | 'onBlur' | 'ref'>

/** A number to type or to step with − and +, with the arrow keys too; the unit stands outside. */
export function NumberField({
  label,
  hint,
  error,
  isJudgedWhileTyped,
  isOptional,
  isLabelHidden,
  aside,
  id,
  value,
  onValue,
  unit,
  step,
  min,
  max,
  ...input
}: NumberFieldProps) {
  const t = useTranslations('kit.number')
  const locale = useLocale()
  const unitId = useId()
  const [said, say] = useState('')
  const steps = { step, min, max }

  function go(direction: 1 | -1, correct: () => void) {
    if (isAtBound(value, direction, steps, locale)) return
    const next = stepped(value, direction, steps, locale)
    onValue(next)
    correct()
    say(unit ? `${next} ${unit}` : next)
  }

  function stepByArrow(event: KeyboardEvent, correct: () => void) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    go(event.key === 'ArrowUp' ? 1 : -1, correct)
  }

  return (
    <Field {...{ label, hint, error, isJudgedWhileTyped, isOptional, isLabelHidden, aside, id }}>
      {(control, labelId, correct) => {
        const buttonProps = (direction: 1 | -1) => ({
          label: t(direction === 1 ? 'increase' : 'decrease'),
          fieldLabelId: labelId,
          isAtEnd: isAtBound(value, direction, steps, locale),
          disabled: input.disabled,
          onClick: () => go(direction, correct),
        })
        return (
          <div className={styles.line}>
            <span className={styles.stepper} data-invalid={control['aria-invalid']}>
              <StepButton {...buttonProps(-1)} shape={minus} />
              <input
                {...input}
                {...control}
                aria-describedby={spaced(control['aria-describedby'], unit && unitId)}
                className={styles.input}
                inputMode="decimal"
                autoComplete="off"
                value={value}
                onChange={(event) => onValue(event.target.value)}
                onKeyDown={(event) => stepByArrow(event, correct)}
              />
              <StepButton {...buttonProps(1)} shape={plus} />
            </span>
            {unit && (
              <span id={unitId} className={styles.unit}>
                {unit}
              </span>
            )}
            <span className="visually-hidden" role="status">
              {said}
            </span>
          </div>
        )
      }}
    </Field>
  )
}

type StepButtonProps = {
  shape: IconShape
  label: string
  fieldLabelId: string
  isAtEnd: boolean
} & Pick<ComponentPropsWithRef<'button'>, 'disabled' | 'onClick'>

// Its name is its own word and the label of the field. At the end it stays focusable, so that the focus is not lost there.
function StepButton({ shape, label, fieldLabelId, isAtEnd, ...native }: StepButtonProps) {
  const id = useId()
  return (
    <button
      {...native}
      id={id}
      type="button"
      className={styles.step}
      aria-disabled={isAtEnd || undefined}
      aria-label={label}
      aria-labelledby={`${id} ${fieldLabelId}`}
    >
      <Icon shape={shape} />
    </button>
  )
}

import { type ComponentPropsWithRef, type KeyboardEvent, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import { type IconShape, minus, plus } from '../graphics/icons.ts'
import { Field, type FieldProps } from './field.tsx'
import styles from './number-field.module.css'
import { isAtBound, type NumberSteps, stepNumber } from './number-steps.ts'

type NumberFieldProps = FieldProps &
  NumberSteps & {
    /** As typed, with comma or point: a half-written number is not lost. */
    value: string
    onValue: (text: string) => void
    unit?: string
  } & Pick<ComponentPropsWithRef<'input'>, 'name' | 'disabled' | 'required' | 'onBlur' | 'ref'>

/** A number field with − and + buttons that also reacts to the arrow keys; the unit is outside. */
export function NumberField({ value, onValue, unit, step, min, max, ...rest }: NumberFieldProps) {
  const { label, hint, error, isValidatedWhileTyping, isOptional, isLabelHidden, aside, id, ...input } = rest
  const t = useTranslations('kit.number')
  const locale = useLocale()
  const unitId = useId()
  const [announcement, setAnnouncement] = useState('')
  const steps = { step, min, max }

  function stepBy(direction: 1 | -1, markCorrected: () => void) {
    if (isAtBound(value, direction, steps, locale)) return
    const next = stepNumber(value, direction, steps, locale)
    onValue(next)
    markCorrected()
    setAnnouncement(unit ? `${next} ${unit}` : next)
  }

  function stepByArrow(event: KeyboardEvent, markCorrected: () => void) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 1 : -1, markCorrected)
  }

  return (
    <Field {...{ label, hint, error, isValidatedWhileTyping, isOptional, isLabelHidden, aside, id }}>
      {(control, labelId, markCorrected) => {
        const buttonProps = (direction: 1 | -1) => ({
          label: t(direction === 1 ? 'increase' : 'decrease'),
          fieldLabelId: labelId,
          isAtEnd: isAtBound(value, direction, steps, locale),
          disabled: input.disabled,
          onClick: () => stepBy(direction, markCorrected),
        })
        return (
          <div className={styles.line}>
            <span className={styles.stepper} data-invalid={control['aria-invalid']}>
              <StepButton {...buttonProps(-1)} shape={minus} />
              <input
                {...input}
                {...control}
                aria-describedby={classNames(control['aria-describedby'], unit && unitId)}
                className={styles.input}
                inputMode="decimal"
                autoComplete="off"
                value={value}
                onChange={(event) => onValue(event.target.value)}
                onKeyDown={(event) => stepByArrow(event, markCorrected)}
              />
              <StepButton {...buttonProps(1)} shape={plus} />
            </span>
            <UnitAndAnnouncement {...{ unitId, unit, announcement }} />
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

// Its accessible name is its own word and the label of the field. At the bound it stays focusable, so that the focus is
// not lost.
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

type UnitAndAnnouncementProps = { unitId: string; unit: string | undefined; announcement: string }

function UnitAndAnnouncement({ unitId, unit, announcement }: UnitAndAnnouncementProps) {
  return (
    <>
      {unit && (
        <span id={unitId} className={styles.unit}>
          {unit}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  )
}

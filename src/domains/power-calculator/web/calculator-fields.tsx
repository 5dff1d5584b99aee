import { useLocale, useTranslations } from 'use-intl'
import { FieldError, useErrorUntilCorrected } from '#kit/web/form/field.tsx'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { normalizeCups } from '#vocabulary/cups.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import { type Appliance, type ApplianceName, appliances } from '../appliances.ts'
import {
  type CalculatorField,
  calculatorLimits,
  type CalculatorForm as Form,
  type OwnAppliance,
  parsePositiveInteger,
  simultaneities,
} from '../rules.ts'
import { ApplianceCard, applianceFieldId } from './appliance-card.tsx'
import styles from './calculator.module.css'

/** The form for its fields: what is typed, how to change it, and the message of each problem. */
export type CalculatorFormState = {
  form: Form
  onChange: (change: (form: Form) => Form) => void
  problemText: (field: CalculatorField) => string | undefined
}

/** The fields of the home: where, how large, how many people, and how much is used at once. */
export function HomeFields({ form, onChange, problemText }: CalculatorFormState) {
  const t = useTranslations('power-calculator')
  const locale = useLocale()
  const set = (change: Partial<Form>) => onChange((before) => ({ ...before, ...change }))

  function groupThousands(text: string): string {
    const area = parsePositiveInteger(text, { max: calculatorLimits.area, locale })
    return area === null ? text : formatDecimal(area, locale)
  }
  return (
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
      <SimultaneityField form={form} onChoose={(simultaneity) => set({ simultaneity })} />
    </div>
  )
}

/** The appliances, each with its power. */
export function AppliancesField({ form, onChange, problemText }: CalculatorFormState) {
  const t = useTranslations('power-calculator')
  const setAppliance = (name: ApplianceName, change: Partial<OwnAppliance>) =>
    onChange((before) => ({
      ...before,
      appliances: { ...before.appliances, [name]: { ...before.appliances[name], ...change } },
    }))
  const { error: appliancesError, wrapperProps: aroundAppliances } = useErrorUntilCorrected<HTMLFieldSetElement>(
    problemText('appliances'),
  )
  return (
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
  )
}

/** The text keys of the coefficients: a point would be read as a path separator. */
export const keyOf = { '0.25': 'few', '0.4': 'some', '0.6': 'many' } as const

type SimultaneityFieldProps = { form: Form; onChoose: (simultaneity: Form['simultaneity']) => void }

function SimultaneityField({ form, onChoose }: SimultaneityFieldProps) {
  const t = useTranslations('power-calculator')
  return (
    <div className={styles.choice}>
      <p className={styles.label} aria-hidden="true">
        {t('form.simultaneity')}
      </p>
      <SegmentedControl
        label={t('form.simultaneity')}
        options={simultaneities.map((value) => ({ value, label: t(`simultaneity.${keyOf[value]}`) }))}
        value={form.simultaneity}
        onValue={onChoose}
      />
      <p className="note">{t('form.simultaneityHint')}</p>
    </div>
  )
}

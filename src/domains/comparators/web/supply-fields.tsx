import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { normalizeCups } from '#vocabulary/cups.ts'
import { fieldsOf, powerFields } from '../rules.ts'
import styles from './comparison-fields.module.css'
import { otherTariff } from './form-values.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { removeSign, useFieldProps } from './use-field-props.ts'
import { useLookUp } from './use-look-up.ts'
import type { TariffChoice } from './use-tariff-choice.ts'

type SupplyFieldsProps = { form: ComparisonForm; choice: TariffChoice }

/** The fields for the supply, its tariff, and the powers of the tariff. */
export function SupplyFields({ form, choice: { offered, chosen, electricTariff, isOffered } }: SupplyFieldsProps) {
  const t = useTranslations('comparators')
  const { energy, values } = form
  const { field, onText } = useFieldProps(form)
  const titleId = useId()
  return (
    <fieldset className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('groups.supply')}</h2>
      <CupsField form={form} />
      <NativeSelect
        {...field('accessTariff')}
        {...onText('accessTariff')}
        options={[
          ...(values.accessTariff === '' ? [{ value: '', label: t('fields.choose') }] : []),
          // A tariff from the register or a code is shown even if it cannot be chosen.
          ...[...offered, ...(chosen && !isOffered ? [chosen] : [])].map(({ id, name }) => ({
            value: String(id),
            label: name,
          })),
          { value: otherTariff, label: t('fields.otherTariff') },
        ]}
      />
      {isOffered && (
        <TextField
          {...field('postcode')}
          {...onText('postcode')}
          hint={t('fields.postcodeHint')}
          isOptional
          width="short"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
        />
      )}
      {energy === 'electricity' && isOffered && <PowerFields form={form} electricTariff={electricTariff} />}
    </fieldset>
  )
}

function CupsField({ form }: { form: ComparisonForm }) {
  const t = useTranslations('comparators')
  const { set } = form
  const { field } = useFieldProps(form)
  const [lookUpMessage, setLookUpMessage] = useState('')
  const lookUp = useLookUp(form, setLookUpMessage)
  return (
    <div className={styles.wide}>
      <TextField
        {...field('cups')}
        hint={t('fields.cupsHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => {
          const cups = normalizeCups(target.value)
          set({ cups })
          lookUp(cups)
        }}
      />
      <p role="status" className="note">
        {lookUpMessage}
      </p>
    </div>
  )
}

function PowerFields({ form, electricTariff }: { form: ComparisonForm } & Pick<TariffChoice, 'electricTariff'>) {
  const { set } = form
  const { field } = useFieldProps(form)
  const powers = electricTariff ? fieldsOf(electricTariff).powers : powerFields.slice(0, 1)
  return powers.map((power, index) => (
    <NumberField
      key={power}
      {...field(power)}
      isOptional={index > 0}
      unit="kW"
      step={0.1}
      min={0}
      onValue={(text) => set({ [power]: removeSign(text) })}
    />
  ))
}

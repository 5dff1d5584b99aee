import { useLocale, useTranslations } from 'use-intl'
import { classNames } from '#kit/web/class-names.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { formatDecimal } from '#vocabulary/format.ts'
import type { Appliance } from '../appliances.ts'
import type { OwnAppliance } from '../rules.ts'
import styles from './appliance-card.module.css'
import { ApplianceDrawing } from './appliance-drawing.tsx'

type ApplianceCardProps = {
  appliance: Appliance
  own: OwnAppliance
  error: string | undefined
  onChange: (change: Partial<OwnAppliance>) => void
}

/** A card to select an appliance, with its number or size where relevant. */
export function ApplianceCard({
  appliance: { name, multiple, measure, options },
  own,
  error,
  onChange,
}: ApplianceCardProps) {
  const t = useTranslations('power-calculator')
  const locale = useLocale()
  const id = applianceFieldId(name)
  return (
    <li className={classNames(styles.card, own.isEnabled && styles.chosen)} data-invalid={error ? true : undefined}>
      <label className={styles.head}>
        <ApplianceDrawing of={name} />
        <span className={styles.name}>
          {t(`appliances.${name}.name`)}
          <span className={styles.hint}>{t(`appliances.${name}.hint`)}</span>
        </span>
        <input
          type="checkbox"
          name={name}
          className={styles.box}
          checked={own.isEnabled}
          onChange={({ target }) => onChange({ isEnabled: target.checked })}
        />
      </label>
      {own.isEnabled && (multiple || measure || options) && (
        <div className={styles.answers}>
          {(multiple || measure) && (
            <NumberField
              id={id}
              label={t(measure ? 'form.cubicMetres' : 'form.quantity')}
              error={error}
              unit={measure && t('form.m3')}
              step={1}
              min={1}
              value={own.quantity}
              onValue={(quantity) => onChange({ quantity })}
            />
          )}
          {options && (
            <NativeSelect
              id={id}
              label={t('form.capacity')}
              value={own.option}
              onChange={({ target }) => onChange({ option: target.value })}
              options={options.map((option) => ({
                value: option.name,
                label: t('form.litres', { count: option.name, power: formatDecimal(option.power, locale) }),
              }))}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** Returns the element id of an appliance's field, which the error summary links to. */
export function applianceFieldId(name: string): string {
  return `power-${name}`
}

import { useTranslations } from 'use-intl'
import { parseDecimalInput } from '#kit/backoffice/web/parse-number-input.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import type { PriceList, WirePrices } from '../api.ts'
import { type Energy, priceCountsOf } from '../rules.ts'
import styles from './price-fields.module.css'

type PriceFieldsProps = {
  energy: Energy
  tariff: string
  prices: PriceList['prices'] | null
  errorOf: (field: string) => string | undefined
}

/** The fields for the prices of each power and energy period of a tariff, and for the discounts. */
export function PriceFields({ energy, tariff, prices, errorOf }: PriceFieldsProps) {
  const t = useTranslations('desk-products.dialog')
  const isGas = energy === 'gas'
  return (
    <>
      <NativeSelect
        name="per"
        label={t('per')}
        width="fit"
        defaultValue={prices?.standing[0]?.per ?? 'year'}
        options={(['year', 'day'] as const).map((per) => ({
          value: per,
          label: t(per === 'day' ? 'perDay' : 'perYear'),
        }))}
      />
      <PeriodPriceFields {...{ energy, tariff, prices, errorOf }} />
      <div className={styles.prices}>
        {!isGas && (
          <TextField
            {...priceInput}
            name="surplus"
            label={t('surplus')}
            hint={t('surplusHint')}
            unit="€/kWh"
            defaultValue={formatPrice(prices?.surplus)}
            error={errorOf('prices.surplus')}
            isOptional
          />
        )}
        <TextField
          {...priceInput}
          name="standingDiscount"
          label={t('standingDiscount')}
          unit="%"
          defaultValue={formatPrice(prices?.standing_discount)}
          error={errorOf('prices.standing_discount')}
          isOptional
        />
        <TextField
          {...priceInput}
          name="energyDiscount"
          label={t('energyDiscount')}
          unit="%"
          defaultValue={formatPrice(prices?.energy_discount)}
          error={errorOf('prices.energy_discount')}
          isOptional
        />
      </div>
    </>
  )
}

/** The energy, tariff and language of a price form. */
type PriceFormContext = { energy: Energy; tariff: string; locale: string }

/** Reads the prices of a form. The server validates them. */
export function parsePriceFields(formData: FormData, { energy, tariff, locale }: PriceFormContext): WirePrices {
  const counts = priceCountsOf(energy, tariff) ?? { standing: 1, energy: 1 }
  const decimalsOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => parseDecimalInput(formData.get(`${name}.${index}`), locale) ?? '')
  const per = formData.get('per') === 'day' ? 'day' : 'year'
  return {
    standing: decimalsOf('standing', counts.standing).map((eur) => ({ per, eur })),
    energy: decimalsOf('energy', counts.energy),
    surplus: parseDecimalInput(formData.get('surplus'), locale),
    standing_discount: parseDecimalInput(formData.get('standingDiscount'), locale),
    energy_discount: parseDecimalInput(formData.get('energyDiscount'), locale),
  }
}

const priceInput = { width: 'medium', inputMode: 'decimal', autoComplete: 'off' } as const

/** The prices of each power and energy period. */
function PeriodPriceFields({ energy, tariff, prices, errorOf }: PriceFieldsProps) {
  const t = useTranslations('desk-products.dialog')
  const counts = priceCountsOf(energy, tariff) ?? { standing: 1, energy: 1 }
  const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
  const isGas = energy === 'gas'
  return (
    <>
      <div className={styles.prices}>
        {indexes(counts.standing).map((index) => (
          <TextField
            key={index}
            {...priceInput}
            name={`standing.${index}`}
            label={isGas ? t('fixed') : t('powerOf', { number: String(index + 1) })}
            unit={isGas ? '€' : '€/kW'}
            defaultValue={formatPrice(prices?.standing[index]?.eur)}
            error={errorOf(`prices.standing.${index}.eur`) ?? (index === 0 ? errorOf('prices.standing') : undefined)}
          />
        ))}
      </div>
      <div className={styles.prices}>
        {indexes(counts.energy).map((index) => (
          <TextField
            key={`energy ${index}`}
            {...priceInput}
            name={`energy.${index}`}
            label={isGas ? t('energyOne') : t('energyOf', { number: String(index + 1) })}
            unit="€/kWh"
            defaultValue={formatPrice(prices?.energy[index])}
            error={errorOf(`prices.energy.${index}`) ?? (index === 0 ? errorOf('prices.energy') : undefined)}
          />
        ))}
      </div>
    </>
  )
}

function formatPrice(price: string | null | undefined): string {
  return price?.replace('.', ',') ?? ''
}

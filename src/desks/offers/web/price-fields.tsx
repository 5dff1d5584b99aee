import { useTranslations } from 'use-intl'
import { typedDecimal } from '#desks/common/web/typed-decimal.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import type { PriceList, WirePrices } from '../api.ts'
import { type Energy, priceCounts } from '../rules.ts'
import styles from './price-fields.module.css'

type PriceFieldsProps = {
  energy: Energy
  tariff: string
  prices: PriceList['prices'] | null
  errorOf: (field: string) => string | undefined
}

/** A price for each power and each period of energy of a tariff, and what is taken off. */
export function PriceFields({ energy, tariff, prices, errorOf }: PriceFieldsProps) {
  const t = useTranslations('desk-offers.dialog')
  const counts = priceCounts(energy, tariff) ?? { standing: 1, energy: 1 }
  const places = (count: number) => Array.from({ length: count }, (_, place) => place)
  const isGas = energy === 'gas'
  const shared = { width: 'medium', inputMode: 'decimal', autoComplete: 'off' } as const
  const shown = (price: string | null | undefined) => price?.replace('.', ',') ?? ''
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
      <div className={styles.prices}>
        {places(counts.standing).map((place) => (
          <TextField
            key={place}
            {...shared}
            name={`standing.${place}`}
            label={isGas ? t('fixed') : t('powerOf', { number: String(place + 1) })}
            unit={isGas ? '€' : '€/kW'}
            defaultValue={shown(prices?.standing[place]?.eur)}
            error={errorOf(`prices.standing.${place}.eur`) ?? (place === 0 ? errorOf('prices.standing') : undefined)}
          />
        ))}
      </div>
      <div className={styles.prices}>
        {places(counts.energy).map((place) => (
          <TextField
            key={`energy ${place}`}
            {...shared}
            name={`energy.${place}`}
            label={isGas ? t('energyOne') : t('energyOf', { number: String(place + 1) })}
            unit="€/kWh"
            defaultValue={shown(prices?.energy[place])}
            error={errorOf(`prices.energy.${place}`) ?? (place === 0 ? errorOf('prices.energy') : undefined)}
          />
        ))}
      </div>
      <div className={styles.prices}>
        {!isGas && (
          <TextField
            {...shared}
            name="surplus"
            label={t('surplus')}
            hint={t('surplusHint')}
            unit="€/kWh"
            defaultValue={shown(prices?.surplus)}
            error={errorOf('prices.surplus')}
            isOptional
          />
        )}
        <TextField
          {...shared}
          name="standingDiscount"
          label={t('standingDiscount')}
          unit="%"
          defaultValue={shown(prices?.standing_discount)}
          error={errorOf('prices.standing_discount')}
          isOptional
        />
        <TextField
          {...shared}
          name="energyDiscount"
          label={t('energyDiscount')}
          unit="%"
          defaultValue={shown(prices?.energy_discount)}
          error={errorOf('prices.energy_discount')}
          isOptional
        />
      </div>
    </>
  )
}

/** What the fields of a form are of, and its language. */
type PricedIn = { energy: Energy; tariff: string; locale: string }

/** The prices that a form says, for the server to check. */
export function pricesIn(typed: FormData, { energy, tariff, locale }: PricedIn): WirePrices {
  const counts = priceCounts(energy, tariff) ?? { standing: 1, energy: 1 }
  const all = (name: string, count: number) =>
    Array.from({ length: count }, (_, place) => typedDecimal(typed.get(`${name}.${place}`), locale) ?? '')
  const per = typed.get('per') === 'day' ? 'day' : 'year'
  return {
    standing: all('standing', counts.standing).map((eur) => ({ per, eur })),
    energy: all('energy', counts.energy),
    surplus: typedDecimal(typed.get('surplus'), locale),
    standing_discount: typedDecimal(typed.get('standingDiscount'), locale),
    energy_discount: typedDecimal(typed.get('energyDiscount'), locale),
  }
}

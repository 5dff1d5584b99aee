import { useMutation } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { parseDecimalInput, parseIntegerInput } from '#kit/backoffice/web/parse-number-input.ts'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/action/button.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useSend } from '#kit/web/portal.ts'
import { type Energy, type SampleSupply, sampleSupplyOf, zones } from '../rules.ts'
import styles from './price-fields.module.css'
import { parsePriceFields } from './price-fields.tsx'

type PreviewedSupply = { id: number; energy: Energy; tariff: string }
/** The yearly cost with the prices of the surrounding form, next to that with today's prices. */
export function SampleYearCost(supply: PreviewedSupply) {
  const t = useTranslations('desk-products.year')
  const failureText = useErrorText('desk-products')
  const fieldErrorsOf = useFieldErrors('desk-products')
  const { energy, tariff } = supply
  const sample = sampleSupplyOf(energy, tariff)
  const { mutate, data, error, isPending } = useYearPreview(supply)
  const refused = refusedFieldsOf(error)
  const fields = fieldErrorsOf(refused)
  const priceErrors = Object.entries(fields).find(([field]) => field.startsWith('prices'))?.[1]
  return (
    <section className="stack" aria-labelledby="year-title">
      <h3 id="year-title">{t('heading')}</h3>
      <p className="note">{t('about')}</p>
      <div className={styles.prices}>
        <NativeSelect
          name="zone"
          label={t('zone')}
          defaultValue={sample.zone}
          options={zones.map((zone) => ({ value: zone, label: t(`zones.${zone}`) }))}
        />
        {energy === 'electricity' && (
          <TextField
            name="power"
            inputMode="decimal"
            label={t('power')}
            unit="kW"
            defaultValue={String(sample.powerWatts / 1000).replace('.', ',')}
            error={fields.power_kw?.join(' ')}
          />
        )}
        <TextField
          name="use"
          inputMode="numeric"
          label={t('use')}
          unit="kWh"
          defaultValue={String(sample.yearKwh)}
          error={fields.year_kwh?.join(' ')}
        />
        <Button
          variant="second"
          isBusy={isPending}
          onClick={(event) => mutate(new FormData(event.currentTarget.closest('form')!))}
        >
          {t('count')}
        </Button>
      </div>
      <div role="status">
        {error ? (
          <p>{priceErrors?.join(' ') ?? (refused ? '' : failureText(error))}</p>
        ) : (
          data && <YearCostText {...data} />
        )}
      </div>
    </section>
  )
}

function YearCostText({ amount, present }: { amount: number | null; present: number | null }) {
  const t = useTranslations('desk-products.year')
  const money = useMoney()
  if (amount === null) return <p>{t('unknown')}</p>
  return (
    <p>
      <strong>{t('result', { amount: money(amount) })}</strong> {present !== null && comparisonText(amount, present)}
    </p>
  )

  function comparisonText(amount: number, present: number): string {
    if (amount === present) return t('same')
    const way = amount > present ? 'more' : 'less'
    return t('compared', { present: money(present), difference: money(Math.abs(amount - present)), way })
  }
}

function useYearPreview({ id, energy, tariff }: PreviewedSupply) {
  const send = useSend()
  const locale = useLocale()
  return useMutation({
    mutationFn: async (formData: FormData) => {
      const { previewYear } = await import('../api.ts')
      const body = {
        tariff,
        prices: parsePriceFields(formData, { energy, tariff, locale }),
        zone: String(formData.get('zone')) as SampleSupply['zone'],
        power_kw: Number(parseDecimalInput(formData.get('power'), locale) ?? 0),
        year_kwh: parseIntegerInput(formData.get('use'), locale),
      }
      return send(previewYear, { params: { id: String(id) }, body })
    },
  })
}

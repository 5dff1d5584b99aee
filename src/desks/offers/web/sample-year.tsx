import { useMutation } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { typedDecimal, typedWhole } from '#desks/common/web/typed-decimal.ts'
import { useMoney } from '#desks/common/web/use-money.ts'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { refusedFields } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { type Energy, type Sample, sampleOf, zones } from '../rules.ts'
import styles from './price-fields.module.css'
import { pricesIn } from './price-fields.tsx'

/** What the prices in the form around it would cost somebody in a year, beside what today's do. */
export function SampleYear({ id, energy, tariff }: { id: number; energy: Energy; tariff: string }) {
  const t = useTranslations('desk-offers.year')
  const sentenceOf = useSentence('desk-offers')
  const fieldErrorsOf = useFieldErrors('desk-offers')
  const send = useSend()
  const locale = useLocale()
  const sample = sampleOf(energy, tariff)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (typed: FormData) => {
      const { previewYear } = await import('../api.ts')
      const body = {
        ...{
          tariff,
          prices: pricesIn(typed, { energy, tariff, locale }),
          zone: String(typed.get('zone')) as Sample['zone'],
        },
        power_kw: Number(typedDecimal(typed.get('power'), locale) ?? 0),
        year_kwh: typedWhole(typed.get('use'), locale),
      }
      return send(previewYear, { params: { id: String(id) }, body })
    },
  })
  const refused = refusedFields(error)
  const fields = fieldErrorsOf(refused)
  const inPrices = Object.entries(fields).find(([field]) => field.startsWith('prices'))?.[1]
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
        {error ? <p>{inPrices?.join(' ') ?? (refused ? '' : sentenceOf(error))}</p> : data && <Told {...data} />}
      </div>
    </section>
  )
}

function Told({ amount, present }: { amount: number | null; present: number | null }) {
  const t = useTranslations('desk-offers.year')
  const money = useMoney()
  if (amount === null) return <p>{t('unknown')}</p>
  return (
    <p>
      <strong>{t('result', { amount: money(amount) })}</strong> {present !== null && compared(amount, present)}
    </p>
  )

  function compared(amount: number, present: number): string {
    if (amount === present) return t('same')
    const way = amount > present ? 'more' : 'less'
    return t('compared', { present: money(present), difference: money(Math.abs(amount - present)), way })
  }
}

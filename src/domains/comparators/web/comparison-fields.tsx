import { useSuspenseQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { NumberField } from '#kit/web/number-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { parseCups, tidyCups } from '#vocabulary/cups.ts'
import { comparedGasTariffs, comparedTariff, comparedTariffs, energyFields, fieldsOf, isLookedUp } from '../rules.ts'
import styles from './comparison-fields.module.css'
import { type FieldName, typed, type Values } from './form-values.ts'
import { lookUp, retailersQuery } from './queries.ts'
import { type ComparisonForm, fieldId } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** The fields of an invoice, those of its tariff alone, and the button that compares it. */
export function ComparisonFields({ form }: { form: ComparisonForm }) {
  const t = useTranslations('comparators')
  const { energy, values, set, problems, failure, attempt } = form
  const { names } = useFieldNames(energy)
  const { data: retailers } = useSuspenseQuery(retailersQuery(useSend(), energy))
  const [told, setTold] = useState('')
  const fill = useLookUp(form, setTold)
  const supplyId = useId()
  const invoiceId = useId()
  const tariff = comparedTariff(values.accessTariff)
  const enabled = tariff ? fieldsOf(tariff.name) : { energy: [], hasSecondPower: false }
  const periods = energy === 'gas' ? (['p1'] as const) : enabled.energy

  const field = (name: FieldName) => ({
    id: fieldId(name),
    name,
    label: names[name],
    error: problems[name],
    value: values[name],
  })
  const onText = (name: FieldName) => ({
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set({ [name]: target.value }),
  })
  // Nothing here is below zero, so that a sign is not even written.
  const unsigned = (text: string) => text.replace(/[-−]/g, '')
  const amount = (name: FieldName) => ({
    ...field(name),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: unsigned(target.value) }),
  })
  const wrong = shownFields.filter((name) => problems[name])

  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.submit}>
      {failure && (
        <Banner tone="negative" isNews>
          <strong>{t('failed')}.</strong> {failure}
        </Banner>
      )}
      {wrong.length > 0 && (
        <ErrorSummary
          problems={wrong.map((name) => ({
            fieldId: fieldId(name),
            // Several fields can lack the same, so that each is named.
            message: `${names[name]}: ${problems[name]}`,
          }))}
          attempt={attempt}
        />
      )}
      <fieldset className={styles.group} aria-labelledby={supplyId}>
        <h2 id={supplyId}>{t('groups.supply')}</h2>
        <div className={styles.wide}>
          <TextField
            {...field('cups')}
            hint={t('fields.cupsHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => {
              const cups = tidyCups(target.value)
              set({ cups })
              fill(cups)
            }}
          />
          <p role="status" className="note">
            {told}
          </p>
        </div>
        <NativeSelect
          {...field('accessTariff')}
          {...onText('accessTariff')}
          options={[
            ...(energy === 'gas' ? [{ value: '', label: t('fields.choose') }] : []),
            ...(energy === 'gas' ? comparedGasTariffs : comparedTariffs).map(({ id, name }) => ({
              value: String(id),
              label: name,
            })),
          ]}
        />
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
        {energy === 'electricity' && (
          <>
            <NumberField
              {...field('power')}
              unit="kW"
              step={0.1}
              min={0}
              onValue={(text) => set({ power: unsigned(text) })}
            />
            {enabled.hasSecondPower && (
              <NumberField
                {...field('power2')}
                isOptional
                unit="kW"
                step={0.1}
                min={0}
                onValue={(text) => set({ power2: unsigned(text) })}
              />
            )}
          </>
        )}
      </fieldset>
      <fieldset className={styles.group} aria-labelledby={invoiceId}>
        <h2 id={invoiceId}>{t('groups.invoice')}</h2>
        <div className={styles.wide}>
          <NativeSelect
            {...field('comerOrigin')}
            {...onText('comerOrigin')}
            width="medium"
            options={[
              { value: '', label: t('fields.choose') },
              ...retailers.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </div>
        <TextField {...field('startDate')} {...onText('startDate')} type="date" max={form.today} width="medium" />
        <TextField {...field('endDate')} {...onText('endDate')} type="date" max={form.today} width="medium" />
        <div className={styles.periods}>
          {periods.map((period) => (
            <TextField key={period} {...amount(period)} unit="kWh" />
          ))}
        </div>
        <TextField {...amount('invoiceAmount')} unit="€" width="medium" />
      </fieldset>
      <div className={styles.actions}>
        <Button type="submit" isBusy={form.isBusy}>
          {t('compare')}
        </Button>
        <p className="note">{t('private')}</p>
      </div>
    </form>
  )
}

/** The fields as they stand on the page, one after the other. */
const shownFields = [
  'cups',
  'accessTariff',
  'postcode',
  'power',
  'power2',
  'comerOrigin',
  'startDate',
  'endDate',
  ...energyFields,
  'invoiceAmount',
] as const satisfies readonly FieldName[]

/** Fills in what the register tells of a supply, once its CUPS is whole; whoever typed something else keeps it. */
function useLookUp({ energy, values, fill }: ComparisonForm, tell: (words: string) => void) {
  const t = useTranslations('comparators.register')
  const locale = useLocale()
  const send = useSend()
  const { inSentence } = useFieldNames(energy)
  const last = useRef('')

  return async (text: string) => {
    const cups = isLookedUp(text) ? parseCups(text) : null
    if (cups === null || cups === last.current) return
    last.current = cups
    // Without the register the form is none the worse: everything can be typed.
    const supply = await lookUp(send, energy, cups).catch(() => undefined)
    if (supply === undefined || last.current !== cups) return
    if (supply === null) return tell(t('none'))
    const [power, power2] = supply.kw.map((kw) => (kw ? typed(kw, locale) : ''))
    const isCompared = energy === 'gas' || comparedTariff(supply.tariffId ?? '') !== undefined
    const found: Partial<Values> = {
      ...(supply.tariffId !== null && isCompared ? { accessTariff: String(supply.tariffId) } : {}),
      ...(supply.postcode ? { postcode: supply.postcode } : {}),
      ...(power ? { power } : {}),
      ...(power2 ? { power2 } : {}),
    }
    const filled = Object.keys(found) as FieldName[]
    if (filled.length === 0) return tell(t('none'))
    fill(
      Object.fromEntries(
        filled.filter((name) => values[name] === '' || name === 'accessTariff').map((name) => [name, found[name]]),
      ),
    )
    tell(t('found', { fields: inSentence(filled) }))
  }
}

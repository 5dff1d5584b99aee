import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { type LimitType, limitTypes, parseLimit } from '../rules.ts'
import styles from './price-alerts-screen.module.css'
import { alertsQuery, createAlert, type ProductModel } from './queries.ts'
import { comparisonOf, useAlertTexts } from './use-alert-texts.ts'

/** The form of a new alert on the product that is chosen above. */
export function AlertForm({ product }: { product: ProductModel | undefined }) {
  const t = useTranslations('price-alerts')
  const send = useSend()
  const showToast = useToast()
  const queries = useQueryClient()
  const { nameOf } = useAlertTexts()
  const readonlyReason = useReadonlyReason()
  const [type, setType] = useState<LimitType>('<')
  const [price, setPrice] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const limit = parseLimit(price, useLocale())
  const disabledReason = useDisabledReason({ product, price, limit })

  async function add(event: FormEvent) {
    event.preventDefault()
    if (!product || limit === null || disabledReason !== undefined || isSending) return
    const alert = { product: product.name, type, limit }
    setSending(true)
    setFailure(null)
    try {
      await createAlert(send, alert)
      await queries.invalidateQueries({ queryKey: alertsQuery(send).queryKey })
      setPrice('')
      showToast(t('form.added', { alert: nameOf(alert) }))
    } catch (thrown) {
      setFailure(thrown)
    }
    setSending(false)
  }

  return (
    <form className={styles.limit} noValidate onSubmit={add}>
      <FormFailure failure={failure} />
      <NativeSelect
        label={t('form.comparison')}
        value={type}
        disabled={readonlyReason !== undefined}
        onChange={(event) => setType(event.target.value as LimitType)}
        options={limitTypes.map((value) => ({ value, label: t(`comparisons.${comparisonOf[value]}`) }))}
      />
      <LimitField price={price} isInvalid={price.trim() !== '' && limit === null} onPrice={setPrice} />
      <div className={styles.wide}>
        <Button type="submit" isBusy={isSending} disabledReason={disabledReason}>
          {t('form.add')}
        </Button>
      </div>
    </form>
  )
}

type AlertInput = { product: ProductModel | undefined; price: string; limit: ReturnType<typeof parseLimit> }

function useDisabledReason({ product, price, limit }: AlertInput): string | undefined {
  const t = useTranslations('price-alerts.form')
  const readonlyReason = useReadonlyReason()
  if (readonlyReason) return readonlyReason
  if (!product) return t('pickProduct')
  if (price.trim() === '') return t('pickPrice')
  return limit === null ? t('priceInvalid') : undefined
}

function FormFailure({ failure }: { failure: unknown }) {
  const t = useTranslations('price-alerts')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('price-alerts')
  if (failure === null) return null
  return (
    <div className={styles.wide}>
      <ErrorBanner>{failureText(failure)}</ErrorBanner>
    </div>
  )

  function failureText(thrown: unknown): string {
    const outage = outageText(thrown)
    if (outage || !isRefused(thrown)) return outage ?? t('errors.alertAddError')
    const [fieldError] = Object.values(fieldErrorsOf(refusedFieldsOf(thrown))).flat()
    const code = explainedRefusals.find((refusal) => refusal === thrown.code)
    return fieldError ?? (code ? t(`refusals.${code}`) : t('errors.alertAddError'))
  }
}

const explainedRefusals = ['alert_exists', 'too_many_alerts'] as const

type LimitFieldProps = { price: string; isInvalid: boolean; onPrice: (price: string) => void }

function LimitField({ price, isInvalid, onPrice }: LimitFieldProps) {
  const t = useTranslations('price-alerts.form')
  const readonlyReason = useReadonlyReason()
  return (
    <TextField
      label={t('price')}
      hint={t('priceHint')}
      isValidatedWhileTyping
      error={isInvalid ? t('priceInvalid') : undefined}
      unit="€/MWh"
      inputMode="decimal"
      autoComplete="off"
      disabled={readonlyReason !== undefined}
      value={price}
      onChange={(event) => onPrice(event.target.value)}
    />
  )
}

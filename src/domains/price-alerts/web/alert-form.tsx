import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFields } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { type LimitType, limitTypes, readLimit } from '../rules.ts'
import styles from './price-alerts-screen.module.css'
import { alertsQuery, type ReadProduct, sendAlert } from './queries.ts'
import { comparisonOf, useAlertWords } from './use-alert-words.ts'

/** The limit of a new alert on the product that is chosen above. */
export function AlertForm({ product }: { product: ReadProduct | undefined }) {
  const t = useTranslations('price-alerts')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('price-alerts')
  const send = useSend()
  const say = useToast()
  const queries = useQueryClient()
  const { nameOf } = useAlertWords()
  const readonlyReason = useReadonlyReason()
  const [type, setType] = useState<LimitType>('<')
  const [price, setPrice] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const limit = readLimit(price, useLocale())
  const whyNot =
    readonlyReason ??
    (!product ? t('form.pickProduct') : price.trim() === '' ? t('form.pickPrice') : undefined) ??
    (limit === null ? t('form.priceInvalid') : undefined)

  async function add(event: FormEvent) {
    event.preventDefault()
    if (!product || limit === null || whyNot !== undefined || isSending) return
    const alert = { product: product.name, type, limit }
    setSending(true)
    setFailure(null)
    try {
      await sendAlert(send, alert)
      await queries.invalidateQueries({ queryKey: alertsQuery(send).queryKey })
      setPrice('')
      say(t('form.added', { alert: nameOf(alert) }))
    } catch (thrown) {
      setFailure(thrown)
    }
    setSending(false)
  }

  function told(thrown: unknown): string {
    const outage = outageText(thrown)
    if (outage || !isRefused(thrown)) return outage ?? t('errors.alertAddError')
    const [ofField] = Object.values(fieldErrorsOf(refusedFields(thrown))).flat()
    const code = toldRefusals.find((refusal) => refusal === thrown.code)
    return ofField ?? (code ? t(`refusals.${code}`) : t('errors.alertAddError'))
  }

  return (
    <form className={styles.limit} noValidate onSubmit={add}>
      {failure !== null && (
        <div className={styles.wide}>
          <Failure>{told(failure)}</Failure>
        </div>
      )}
      <NativeSelect
        label={t('form.comparison')}
        value={type}
        disabled={readonlyReason !== undefined}
        onChange={(event) => setType(event.target.value as LimitType)}
        options={limitTypes.map((value) => ({ value, label: t(`comparisons.${comparisonOf[value]}`) }))}
      />
      <TextField
        label={t('form.price')}
        hint={t('form.priceHint')}
        isJudgedWhileTyped
        error={price.trim() !== '' && limit === null ? t('form.priceInvalid') : undefined}
        unit="€/MWh"
        inputMode="decimal"
        autoComplete="off"
        disabled={readonlyReason !== undefined}
        value={price}
        onChange={(event) => setPrice(event.target.value)}
      />
      <div className={styles.wide}>
        <Button type="submit" isBusy={isSending} whyNot={whyNot}>
          {t('form.add')}
        </Button>
      </div>
    </form>
  )
}

const toldRefusals = ['alert_exists', 'too_many_alerts'] as const

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { plus } from '#kit/web/graphics/icons.ts'

export type RefusalReason = { point: string; reason: string }
export type Outage = { cause: string; restoration: string }

/** The reasons of a refusal: each point of the customer with the answer to it. */
export function ReasonFields() {
  const t = useTranslations('desk-cases.answer')
  const [count, setCount] = useState(1)
  return (
    <fieldset className="stack">
      <legend>{t('reasons')}</legend>
      <p className="small soft">{t('reasonsHint')}</p>
      {Array.from({ length: count }, (_, index) => (
        // Points have no identity but their place, and none is taken away.
        <div key={index} className="stack">
          <TextField name="point" label={t('point', { number: index + 1 })} maxLength={500} autoComplete="off" />
          <TextField name="reason" label={t('reason', { number: index + 1 })} maxLength={500} autoComplete="off" />
        </div>
      ))}
      <div>
        <Button variant="quiet" isSmall icon={plus} onClick={() => setCount(count + 1)}>
          {t('addReason')}
        </Button>
      </div>
    </fieldset>
  )
}

/** The cause of an interruption of supply, and when the supply is expected back. */
export function OutageFields() {
  const t = useTranslations('desk-cases.answer')
  return (
    <fieldset className="stack">
      <legend>{t('outage')}</legend>
      <TextField name="cause" label={t('cause')} maxLength={500} autoComplete="off" />
      <TextField
        name="restoration"
        label={t('restoration')}
        hint={t('restorationHint')}
        maxLength={500}
        autoComplete="off"
      />
    </fieldset>
  )
}

/** Returns the reasons that are complete. */
export function readReasons(formData: FormData): RefusalReason[] {
  const reasons = formData.getAll('reason').map((reason) => String(reason).trim())
  return formData
    .getAll('point')
    .map((point, index) => ({ point: String(point).trim(), reason: reasons[index] ?? '' }))
    .filter(({ point, reason }) => point !== '' && reason !== '')
}

/** Returns the cause and the restoration, if both are entered. */
export function readOutage(formData: FormData): Outage | undefined {
  const cause = String(formData.get('cause') ?? '').trim()
  const restoration = String(formData.get('restoration') ?? '').trim()
  return cause && restoration ? { cause, restoration } : undefined
}

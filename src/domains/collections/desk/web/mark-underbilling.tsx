import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { managedDebtsKey } from './queries.ts'

type MarkInput = { number: string; errorOn: string; amount: string; distributorOn: string }

const empty: MarkInput = { number: '', errorOn: '', amount: '', distributorOn: '' }

/** Notes that an invoice charges what earlier ones lacked. Empty for who does not act on debts. */
export function MarkUnderbilling({ disabledReason }: { disabledReason: string | undefined }) {
  const t = useTranslations('desk-collections.underbilling')
  const send = useSend()
  const [input, setInput] = useState(empty)
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-collections',
    invalidatedKey: managedDebtsKey,
    successMessage: ({ number }: MarkInput) => t('done', { number }),
    action: async ({ number, errorOn, amount, distributorOn }: MarkInput) =>
      send((await import('../api.ts')).markUnderbilling, {
        body: { number, error_on: errorOn, amount: Number(amount), distributor_on: distributorOn || null },
      }),
    onDone: () => setInput(empty),
  })
  if (disabledReason) return null
  const fieldOf = (name: keyof MarkInput) => ({
    label: t(name),
    value: input[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setInput({ ...input, [name]: target.value }),
  })
  const dateOf = (name: 'errorOn' | 'distributorOn') => ({
    ...{ label: t(name), value: input[name] },
    onValue: (value: string) => setInput({ ...input, [name]: value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(input)
  }
  return (
    <section className="stack" aria-labelledby="underbilling">
      <h2 id="underbilling">{t('title')}</h2>
      <p className="small">{t('text')}</p>
      <ErrorBanner>{failure}</ErrorBanner>
      <form className="line fields" onSubmit={submit}>
        <TextField {...fieldOf('number')} required />
        <DateField {...dateOf('errorOn')} error={errorOf('error_on')} />
        <TextField {...fieldOf('amount')} type="number" min="0.01" step="0.01" required />
        <DateField {...dateOf('distributorOn')} error={errorOf('distributor_on')} isOptional />
        <Button type="submit" variant="second" isBusy={isBusy}>
          {t('note')}
        </Button>
      </form>
    </section>
  )
}

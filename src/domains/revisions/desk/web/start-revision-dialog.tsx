import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { addMonths } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { startableKinds } from '../../rules.ts'
import type { RevisionChoices } from '../api.ts'
import { deskRevisionsKey, revisionChoicesQuery } from './queries.ts'

type Product = RevisionChoices['products'][number]

/** Starts a revision: what changes, for which product, from which day, and the text that explains it to customers. */
export function StartRevisionDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk-revisions.start')
  const tKinds = useTranslations('desk-revisions.kinds')
  const send = useSend()
  const { data: choices } = useSuspenseQuery(revisionChoicesQuery(send))
  const [kind, setKind] = useState<(typeof startableKinds)[number]>('prices')
  const [chosen, setChosen] = useState(0)
  const product = choices.products[chosen]
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-revisions',
    invalidatedKey: deskRevisionsKey,
    successMessage: (_: FormData, { notices }) => t('started', { count: notices }),
    action: async (formData: FormData) =>
      send((await import('../api.ts')).startRevisionCall, {
        body: {
          ...{ kind, product_id: product!.id, tariff: product!.tariff },
          applies_on: String(formData.get('applies_on')),
          explanation: readLocalizedText(formData, 'explanation'),
        },
      }),
    onDone: onClose,
  })
  return (
    <FormDialog
      isWide
      title={t('title')}
      submit={t('submit')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <ChoiceList
        legend={t('kind')}
        options={startableKinds.map((value) => ({ value, label: tKinds(value) }))}
        value={kind}
        onValue={setKind}
      />
      <NativeSelect
        label={t('product')}
        value={String(chosen)}
        onChange={(event) => setChosen(Number(event.target.value))}
        options={choices.products.map(({ name, tariff, contracts: count }, index) => ({
          value: String(index),
          label: t('productOption', { name, tariff, count }),
        }))}
        error={errorOf('product_id')}
      />
      <AppliesOnField key={chosen} {...{ product }} today={choices.today} error={errorOf('applies_on')} />
      <LocalizedTextFields name="explanation" label={t('explanation')} text={null} isLong errorOf={errorOf} />
    </FormDialog>
  )
}

type AppliesOnFieldProps = { product: Product | undefined; today: string; error: string | undefined }

function AppliesOnField({ product, today, error }: AppliesOnFieldProps) {
  const t = useTranslations('desk-revisions.start')
  const locale = useLocale()
  const planned = product?.planned ?? []
  const days = planned.map((day) => formatDay(day, locale)).join(', ') || t('nonePlanned')
  return (
    <DateField
      name="applies_on"
      label={t('appliesOn')}
      hint={t('appliesOnHint', { days })}
      defaultValue={planned[0] ?? addMonths(today, 2)}
      error={error}
    />
  )
}

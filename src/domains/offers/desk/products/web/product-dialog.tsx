import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { parseIntegerInput } from '#kit/backoffice/web/parse-number-input.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { DateField } from '#kit/web/date-field.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { ProductDetails } from '../api.ts'
import { productsKey } from './queries.ts'

const selfConsumption = { everybody: null, withSelfConsumption: true, withoutSelfConsumption: false } as const

/** Edits the names, description, target group and sale period of a product. */
export function ProductDialog({ product, onClose }: { product: ProductDetails; onClose: () => void }) {
  const t = useTranslations('desk-products')
  const send = useSend()
  const locale = useLocale()
  const { id, name, offer, energy, today } = product
  const [isOffered, setOffered] = useState(offer !== null)
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-products',
    seen: product,
    invalidatedKey: productsKey,
    successMessage: () => t('dialog.saved'),
    action: async (formData: FormData, version) => {
      const { saveProduct } = await import('../api.ts')
      const text = (field: string) => String(formData.get(field) ?? '').trim()
      return send(saveProduct, {
        params: { id: String(id) },
        body: {
          version,
          commercial_name: text('commercial_name') || null,
          offer: isOffered
            ? {
                descriptions: readLocalizedText(formData, 'offer.descriptions'),
                link: text('offer.link') || null,
                with_self_consumption:
                  selfConsumption[(text('offer.with_self_consumption') || 'everybody') as keyof typeof selfConsumption],
                position: parseIntegerInput(text('offer.position') || '0', locale),
                from_day: text('offer.from_day'),
                to_day: text('offer.to_day') || null,
              }
            : null,
        },
      })
    },
    onDone: onClose,
  })
  const current = (Object.keys(selfConsumption) as (keyof typeof selfConsumption)[]).find(
    (key) => selfConsumption[key] === (offer?.with_self_consumption ?? null),
  )
  return (
    <FormDialog
      isWide
      title={t('dialog.editTitle', { name })}
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      <TextField
        name="commercial_name"
        label={t('product.commercialName')}
        hint={t('dialog.commercialHintEdit', { name })}
        defaultValue={product.commercial_name ?? ''}
        error={errorOf('commercial_name')}
        autoComplete="off"
        isOptional
      />
      <Checkbox
        label={t('dialog.isOffered')}
        checked={isOffered}
        onChange={(event) => setOffered(event.target.checked)}
      />
      {isOffered && (
        <>
          <LocalizedTextFields
            name="offer.descriptions"
            label={t('dialog.description')}
            hint={t('dialog.descriptionHint')}
            text={offer?.descriptions ?? null}
            isLong
            errorOf={errorOf}
          />
          {energy === 'electricity' && (
            <NativeSelect
              name="offer.with_self_consumption"
              label={t('product.forWhom')}
              width="medium"
              defaultValue={current}
              options={(['everybody', 'withSelfConsumption', 'withoutSelfConsumption'] as const).map((key) => ({
                value: key,
                label: t(`product.${key}`),
              }))}
            />
          )}
          <DateField
            name="offer.from_day"
            label={t('dialog.fromDay')}
            defaultValue={offer?.from_day ?? today}
            error={errorOf('offer.from_day')}
          />
          <DateField
            name="offer.to_day"
            label={t('dialog.toDay')}
            hint={t('dialog.toDayHint')}
            defaultValue={offer?.to_day ?? ''}
            error={errorOf('offer.to_day')}
            isOptional
          />
          <TextField
            name="offer.position"
            inputMode="numeric"
            width="short"
            label={t('product.position')}
            hint={t('dialog.positionHint')}
            defaultValue={String(offer?.position ?? 0)}
            error={errorOf('offer.position')}
          />
          <TextField
            name="offer.link"
            type="url"
            label={t('product.link')}
            hint={t('dialog.linkHint')}
            defaultValue={offer?.link ?? ''}
            error={errorOf('offer.link')}
            isOptional
          />
        </>
      )}
    </FormDialog>
  )
}

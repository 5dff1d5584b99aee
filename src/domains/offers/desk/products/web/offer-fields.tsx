import { useTranslations } from 'use-intl'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { parseIntegerInput } from '#kit/backoffice/web/parse-number-input.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import type { ProductDetails } from '../api.ts'

const selfConsumption = { everybody: null, withSelfConsumption: true, withoutSelfConsumption: false } as const

/** The errors of a form's fields. */
export type ErrorOf = (field: string) => string | undefined

/** How a product is offered: to whom, from when to when, and where it is described. */
export function OfferFields({ product, errorOf }: { product: ProductDetails; errorOf: ErrorOf }) {
  const t = useTranslations('desk-products')
  const { offer, energy } = product
  const current = (Object.keys(selfConsumption) as (keyof typeof selfConsumption)[]).find(
    (key) => selfConsumption[key] === (offer?.with_self_consumption ?? null),
  )
  return (
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
      <SalePeriodFields product={product} errorOf={errorOf} />
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
  )
}

/** Reads how a product is offered. The server validates it. */
export function readOffer(formData: FormData, locale: string) {
  const text = (field: string) => String(formData.get(field) ?? '').trim()
  return {
    descriptions: readLocalizedText(formData, 'offer.descriptions'),
    link: text('offer.link') || null,
    with_self_consumption:
      selfConsumption[(text('offer.with_self_consumption') || 'everybody') as keyof typeof selfConsumption],
    position: parseIntegerInput(text('offer.position') || '0', locale),
    from_day: text('offer.from_day'),
    to_day: text('offer.to_day') || null,
  }
}

function SalePeriodFields({ product: { offer, today }, errorOf }: { product: ProductDetails; errorOf: ErrorOf }) {
  const t = useTranslations('desk-products')
  return (
    <>
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
    </>
  )
}

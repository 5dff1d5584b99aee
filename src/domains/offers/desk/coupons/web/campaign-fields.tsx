import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { parseIntegerInput } from '#kit/backoffice/web/parse-number-input.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { CampaignDetails } from '../api.ts'
import { unlockableProductsQuery } from './queries.ts'

type CampaignFieldsProps = { campaign: CampaignDetails | null; errorOf: (field: string) => string | undefined }

/** The fields of a campaign: its texts, its code and product, and when and how often it can be used. */
export function CampaignFields({ campaign, errorOf }: CampaignFieldsProps) {
  const t = useTranslations('desk-coupons')
  return (
    <>
      <LocalizedTextFields name="names" label={t('dialog.name')} text={campaign?.names ?? null} errorOf={errorOf} />
      <LocalizedTextFields
        name="descriptions"
        label={t('dialog.description')}
        hint={t('dialog.descriptionHint')}
        text={campaign?.descriptions ?? null}
        isLong
        errorOf={errorOf}
      />
      <TextField
        name="public_code"
        width="medium"
        label={t('list.publicCode')}
        hint={t('dialog.publicCodeHint')}
        defaultValue={campaign?.public_code ?? ''}
        error={errorOf('public_code')}
        autoComplete="off"
        autoCapitalize="characters"
        isOptional
      />
      <UnlockedProductField campaign={campaign} errorOf={errorOf} />
      <DateField
        name="from_day"
        label={t('dialog.from')}
        defaultValue={campaign?.from_day ?? ''}
        error={errorOf('from_day')}
      />
      <DateField
        name="to_day"
        label={t('dialog.to')}
        hint={t('dialog.toHint')}
        defaultValue={campaign?.to_day ?? ''}
        error={errorOf('to_day')}
        isOptional
      />
      <TextField
        name="most_redemptions"
        width="short"
        inputMode="numeric"
        label={t('dialog.most')}
        hint={t('dialog.mostHint')}
        defaultValue={campaign?.most_redemptions ?? ''}
        error={errorOf('most_redemptions')}
        isOptional
      />
      <TextField
        name="url"
        type="url"
        label={t('dialog.url')}
        defaultValue={campaign?.url ?? ''}
        error={errorOf('url')}
        isOptional
      />
    </>
  )
}

function UnlockedProductField({ campaign, errorOf }: CampaignFieldsProps) {
  const t = useTranslations('desk-coupons')
  const { data: products = [] } = useQuery(unlockableProductsQuery(useSend()))
  // A product that is no longer sold stays selectable for its campaign.
  const currentProduct = campaign?.product
  const productOptions = products.map(({ id, name, commercial_name: shown }) => ({
    value: String(id),
    label: shown ?? name,
  }))
  const isListed = !currentProduct || productOptions.some(({ value }) => value === String(currentProduct.id))
  return (
    <NativeSelect
      key={`product ${productOptions.length}`}
      name="product_id"
      label={t('dialog.product')}
      hint={t('dialog.productHint')}
      defaultValue={currentProduct ? String(currentProduct.id) : ''}
      error={errorOf('product_id')}
      options={[
        { value: '', label: t('dialog.noProduct') },
        ...(isListed ? [] : [{ value: String(currentProduct.id), label: currentProduct.name }]),
        ...productOptions,
      ]}
    />
  )
}

/** Reads a campaign. The server validates it. */
export function readCampaign(formData: FormData, locale: string) {
  const text = (name: string) => String(formData.get(name) ?? '').trim()
  return {
    names: readLocalizedText(formData, 'names'),
    descriptions: readLocalizedText(formData, 'descriptions'),
    url: text('url') || null,
    public_code: text('public_code') || null,
    product_id: text('product_id') ? Number(text('product_id')) : null,
    from_day: text('from_day'),
    to_day: text('to_day') || null,
    most_redemptions: text('most_redemptions') ? parseIntegerInput(text('most_redemptions'), locale) || 0 : null,
  }
}

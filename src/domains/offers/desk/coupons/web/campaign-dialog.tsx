import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { parseIntegerInput } from '#kit/backoffice/web/parse-number-input.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/date-field.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import type { CampaignDetails } from '../api.ts'
import { campaignsKey, unlockableProductsQuery } from './queries.ts'

/** Edits a campaign, or adds one and opens its page. */
export function CampaignDialog({ campaign, onClose }: { campaign: CampaignDetails | null; onClose: () => void }) {
  const t = useTranslations('desk-coupons')
  const send = useSend()
  const locale = useLocale()
  const goTo = useGoTo()
  const { data: products = [] } = useQuery(unlockableProductsQuery(send))
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-coupons',
    seen: campaign,
    invalidatedKey: campaignsKey,
    successMessage: () => t('dialog.saved'),
    action: async (formData: FormData, version) => {
      const { addCampaign, saveCampaign } = await import('../api.ts')
      const text = (name: string) => String(formData.get(name) ?? '').trim()
      const body = {
        names: readLocalizedText(formData, 'names'),
        descriptions: readLocalizedText(formData, 'descriptions'),
        url: text('url') || null,
        public_code: text('public_code') || null,
        product_id: text('product_id') ? Number(text('product_id')) : null,
        from_day: text('from_day'),
        to_day: text('to_day') || null,
        most_redemptions: text('most_redemptions') ? parseIntegerInput(text('most_redemptions'), locale) || 0 : null,
      }
      if (!campaign) return (await send(addCampaign, { body })).id
      await send(saveCampaign, { params: { id: String(campaign.id) }, body: { ...body, version } })
      return null
    },
    onDone: (added) => {
      onClose()
      if (added !== null) void goTo(`/operator/campaigns/${added}`)
    },
  })
  // A product that is no longer sold stays selectable for its campaign.
  const currentProduct = campaign?.product
  const productOptions = products.map(({ id, name, commercial_name: shown }) => ({
    value: String(id),
    label: shown ?? name,
  }))
  const isListed = !currentProduct || productOptions.some(({ value }) => value === String(currentProduct.id))
  return (
    <FormDialog
      isWide
      title={campaign ? t('dialog.editTitle', { name: campaign.name }) : t('dialog.addTitle')}
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
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
    </FormDialog>
  )
}

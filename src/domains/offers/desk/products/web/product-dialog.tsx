import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ProductDetails } from '../api.ts'
import { OfferFields, readOffer } from './offer-fields.tsx'
import { productsKey } from './queries.ts'

/** Edits the names, description, target group and sale period of a product. */
export function ProductDialog({ product, onClose }: { product: ProductDetails; onClose: () => void }) {
  const t = useTranslations('desk-products')
  const send = useSend()
  const locale = useLocale()
  const { id, name, offer } = product
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
      return send(saveProduct, {
        params: { id: String(id) },
        body: {
          version,
          commercial_name: String(formData.get('commercial_name') ?? '').trim() || null,
          is_dynamic: formData.has('is_dynamic'),
          offer: isOffered ? readOffer(formData, locale) : null,
        },
      })
    },
    onDone: onClose,
  })
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
      {product.energy === 'electricity' && (
        <Checkbox
          name="is_dynamic"
          label={t('dialog.isDynamic')}
          hint={t('dialog.isDynamicHint')}
          defaultChecked={product.is_dynamic}
        />
      )}
      <Checkbox
        label={t('dialog.isOffered')}
        checked={isOffered}
        onChange={(event) => setOffered(event.target.checked)}
      />
      {isOffered && <OfferFields product={product} errorOf={errorOf} />}
    </FormDialog>
  )
}

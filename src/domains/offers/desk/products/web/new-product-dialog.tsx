import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Energy } from '../rules.ts'
import { productsKey } from './queries.ts'

/** Adds a product and opens its page, where prices can be added. */
export function NewProductDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk-products')
  const send = useSend()
  const goTo = useGoTo()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-products',
    invalidatedKey: productsKey,
    successMessage: () => t('dialog.saved'),
    action: async (formData: FormData) => {
      const { addProduct } = await import('../api.ts')
      const [energy, name, commercial] = ['energy', 'name', 'commercial'].map((field) => String(formData.get(field)))
      return send(addProduct, { body: { energy: energy as Energy, name: name!, commercial_name: commercial || null } })
    },
    onDone: ({ id }) => goTo(`/operator/products/${id}`),
  })
  return (
    <FormDialog
      title={t('dialog.addTitle')}
      submit={t('dialog.add')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <NativeSelect
        name="energy"
        label={t('list.energy')}
        width="fit"
        options={(['electricity', 'gas'] as const).map((energy) => ({ value: energy, label: t(`energies.${energy}`) }))}
      />
      <TextField
        name="name"
        label={t('dialog.name')}
        hint={t('dialog.nameHint')}
        error={errorOf('name')}
        autoComplete="off"
      />
      <TextField
        name="commercial"
        label={t('product.commercialName')}
        hint={t('dialog.commercialHint')}
        error={errorOf('commercial_name')}
        autoComplete="off"
        isOptional
      />
    </FormDialog>
  )
}

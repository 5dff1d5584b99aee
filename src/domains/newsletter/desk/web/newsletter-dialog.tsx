import { useTranslations } from 'use-intl'
import { readOrder } from '#kit/backoffice/order.ts'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ManagedNewsletter } from '../api.ts'
import { newslettersKey } from './queries.ts'

type NewsletterDialogProps = {
  /** Null to add a newsletter, which is appended. */
  newsletter: ManagedNewsletter | null
  lastOrder: number
  onClose: () => void
}

/** Adds or edits a newsletter. */
export function NewsletterDialog({ newsletter, lastOrder, onClose }: NewsletterDialogProps) {
  const t = useTranslations('desk-newsletter.dialog')
  const send = useSend()
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-newsletter',
    seen: newsletter,
    invalidatedKey: newslettersKey,
    successMessage: () => t('saved'),
    action: async (formData: FormData, version: string) => {
      const { addNewsletter, saveNewsletter } = await import('../api.ts')
      const body = readNewsletter(formData)
      if (newsletter) await send(saveNewsletter, { params: { id: String(newsletter.id) }, body: { ...body, version } })
      else await send(addNewsletter, { body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      isWide
      title={newsletter ? t('editTitle', { name: newsletter.name }) : t('addTitle')}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      <LocalizedTextFields name="names" label={t('name')} text={newsletter?.names ?? null} errorOf={errorOf} />
      <LocalizedTextFields
        name="descriptions"
        label={t('description')}
        hint={t('descriptionHint')}
        text={newsletter?.descriptions ?? null}
        isLong
        errorOf={errorOf}
      />
      <TextField
        name="order"
        width="short"
        inputMode="numeric"
        label={t('order')}
        hint={t('orderHint')}
        defaultValue={String(newsletter?.order ?? lastOrder + 1)}
        error={errorOf('order')}
        autoComplete="off"
      />
      <Checkbox name="active" label={t('active')} defaultChecked={newsletter?.active ?? true} />
      <Checkbox name="locked" label={t('exported')} defaultChecked={newsletter?.locked ?? false} />
    </FormDialog>
  )
}

function readNewsletter(formData: FormData) {
  return {
    names: readLocalizedText(formData, 'names'),
    descriptions: readLocalizedText(formData, 'descriptions'),
    order: readOrder(formData, 'order'),
    active: formData.has('active'),
    locked: formData.has('locked'),
  }
}

import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { LocalizedTextFields, readLocalizedText } from '#kit/backoffice/web/localized-text-fields.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { FutureDetails } from '../api.ts'
import { futuresKey } from './queries.ts'

/** Renames or deactivates a future. */
export function FutureDialog({ future, onClose }: { future: FutureDetails; onClose: () => void }) {
  const t = useTranslations('desk-price-alerts.dialog')
  const send = useSend()
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-price-alerts',
    seen: future,
    invalidatedKey: futuresKey,
    successMessage: () => t('saved'),
    action: async (formData: FormData, version) => {
      const { saveFuture } = await import('../api.ts')
      const names = readLocalizedText(formData, 'names')
      const isNamed = Object.values(names).some((name) => name.trim() !== '')
      const body = { names: isNamed ? names : null, is_active: formData.get('is_active') !== null, version }
      return send(saveFuture, { params: { id: String(future.id) }, body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title', { name: future.name })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      <LocalizedTextFields name="names" label={t('name')} hint={t('nameHint')} text={future.names} errorOf={errorOf} />
      <Checkbox name="is_active" label={t('isActive')} hint={t('activeHint')} defaultChecked={future.is_active} />
    </FormDialog>
  )
}

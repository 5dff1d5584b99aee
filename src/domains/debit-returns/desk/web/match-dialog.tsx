import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ManagedReturn } from '../api.ts'
import { managedReturnsKey } from './queries.ts'

/** Asks for the invoice of a returned debit. */
export function MatchDialog({ returned, onClose }: { returned: ManagedReturn; onClose: () => void }) {
  const t = useTranslations('desk-debit-returns.match')
  const send = useSend()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-debit-returns',
    invalidatedKey: managedReturnsKey,
    successMessage: () => t('done'),
    action: async (number: string) => {
      const { matchManagedReturn } = await import('../api.ts')
      return send(matchManagedReturn, { params: { id: String(returned.id) }, body: { number } })
    },
    onDone: onClose,
  })
  const { debtor, concept, reference } = returned
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={(form) => run(String(form.get('number')))}
    >
      <p>{t('text')}</p>
      <p className="soft">{[debtor, concept, reference].filter(Boolean).join(' · ')}</p>
      <TextField
        name="number"
        width="medium"
        label={t('number')}
        error={errorOf('number')}
        autoComplete="off"
        defaultValue=""
      />
    </FormDialog>
  )
}

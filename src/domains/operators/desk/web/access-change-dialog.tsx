import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedOperator } from '../api.ts'
import { operatorsKey } from './queries.ts'

/** The operator whose access is reset or closed. */
export type AccessChange = { kind: 'again' | 'close'; operator: ListedOperator }

/** Asks for confirmation before an operator's current access ends. */
export function AccessChangeDialog({
  change: { kind, operator },
  onClose,
}: {
  change: AccessChange
  onClose: () => void
}) {
  const t = useTranslations('desk-operators.list')
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    desk: 'desk-operators',
    invalidatedKey: operatorsKey,
    successMessage: () => t(kind === 'close' ? 'closed' : 'invited'),
    action: async (id: number) => {
      const { closeOperator, reinviteOperator } = await import('../api.ts')
      await send(kind === 'close' ? closeOperator : reinviteOperator, { params: { id: String(id) } })
    },
    onDone: onClose,
  })
  const { id, name } = operator
  return (
    <FormDialog
      title={t(kind === 'close' ? 'closeTitle' : 'againTitle', { name })}
      submit={t(kind)}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={() => run(id)}
    >
      <p>{t(kind === 'close' ? 'closeAbout' : 'againAbout')}</p>
    </FormDialog>
  )
}

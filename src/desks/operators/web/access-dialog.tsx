import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedOperator } from '../api.ts'
import { operatorsKey } from './queries.ts'

/** Whose access is begun anew or taken away. */
export type AccessChange = { kind: 'again' | 'close'; operator: ListedOperator }

/** Asks once more before somebody can come in no longer as they do. */
export function AccessDialog({ change: { kind, operator }, onClose }: { change: AccessChange; onClose: () => void }) {
  const t = useTranslations('desk-operators.list')
  const send = useSend()
  const { go, isBusy, failure } = useAct({
    desk: 'desk-operators',
    stale: operatorsKey,
    done: () => t(kind === 'close' ? 'closed' : 'invited'),
    act: async (id: number) => {
      const { closeOperator, inviteOperatorAgain } = await import('../api.ts')
      await send(kind === 'close' ? closeOperator : inviteOperatorAgain, { params: { id: String(id) } })
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
      onSubmit={() => go(id)}
    >
      <p>{t(kind === 'close' ? 'closeAbout' : 'againAbout')}</p>
    </FormDialog>
  )
}

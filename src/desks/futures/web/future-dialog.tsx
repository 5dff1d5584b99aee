import { useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { WordsFields, wordsIn } from '#desks/common/web/words-fields.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ReadFuture } from '../api.ts'
import { futuresKey } from './queries.ts'

/** Names a future, or switches it off. */
export function FutureDialog({ future, onClose }: { future: ReadFuture; onClose: () => void }) {
  const t = useTranslations('desk-futures.dialog')
  const send = useSend()
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-futures',
    seen: future,
    stale: futuresKey,
    done: () => t('saved'),
    act: async (typed: FormData, version) => {
      const { saveFuture } = await import('../api.ts')
      const names = wordsIn(typed, 'names')
      const isNamed = Object.values(names).some((name) => name.trim() !== '')
      const body = { names: isNamed ? names : null, is_active: typed.get('is_active') !== null, version }
      return send(saveFuture, { params: { id: String(future.id) }, body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title', { name: future.name })}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      <WordsFields name="names" label={t('name')} hint={t('nameHint')} words={future.names} errorOf={errorOf} />
      <Checkbox name="is_active" label={t('isActive')} hint={t('activeHint')} defaultChecked={future.is_active} />
    </FormDialog>
  )
}

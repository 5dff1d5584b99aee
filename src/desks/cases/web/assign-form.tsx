import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChangedItem } from '#desks/common/web/changed-item.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { ReadCase } from '../api.ts'
import { casesKey, choicesQuery } from './queries.ts'

/** Says who looks after a case. */
export function AssignForm({ found }: { found: ReadCase }) {
  const { id, assignee } = found
  const t = useTranslations('desk-cases.assign')
  const send = useSend()
  const { data: choices } = useSuspenseQuery(choicesQuery(send))
  const seen = { version: found.version, state: found.state, assignee }
  const [takenCount, setTakenCount] = useState(0)
  const { go, isBusy, failure, changed, leave } = useAct({
    desk: 'desk-cases',
    seen,
    stale: casesKey,
    done: () => t('done'),
    act: async (operatorId: number | null, version: string) => {
      const { assignCase } = await import('../api.ts')
      return send(assignCase, { params: { id: String(id) }, body: { operator_id: operatorId, version } })
    },
  })

  function take() {
    leave()
    setTakenCount((count) => count + 1)
  }

  function assign(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    go(Number(new FormData(event.currentTarget).get('operator')) || null)
  }

  // Whoever is let in no more still has what nobody took over.
  const isListed = !assignee || choices.operators.some((operator) => operator.id === assignee.id)
  const operators = isListed ? choices.operators : [assignee, ...choices.operators]
  return (
    <form key={takenCount} className="stack" method="post" onSubmit={assign}>
      <Failure>{failure}</Failure>
      <ChangedItem changed={changed} onTake={take} />
      <NativeSelect
        name="operator"
        label={t('label')}
        width="medium"
        defaultValue={String(assignee?.id ?? '')}
        options={[
          { value: '', label: t('nobody') },
          ...operators.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <div>
        <Button type="submit" variant="second" isSmall isBusy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

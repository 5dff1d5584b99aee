import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditConflictBanner } from '#kit/backoffice/web/edit-conflict-banner.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { CaseDetails } from '../api.ts'
import { casesKey, choicesQuery } from './queries.ts'

/** Assigns a case to an operator. */
export function AssignForm({ details }: { details: CaseDetails }) {
  const { id, assignee } = details
  const t = useTranslations('desk-cases.assign')
  const send = useSend()
  const { data: choices } = useSuspenseQuery(choicesQuery(send))
  const seen = { version: details.version, state: details.state, assignee }
  const [resetCount, setResetCount] = useState(0)
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    dismissConflict,
  } = useAction({
    desk: 'desk-cases',
    seen,
    invalidatedKey: casesKey,
    successMessage: () => t('done'),
    action: async (operatorId: number | null, version: string) => {
      const { assignCase } = await import('../api.ts')
      return send(assignCase, { params: { id: String(id) }, body: { operator_id: operatorId, version } })
    },
  })

  function showCurrent() {
    dismissConflict()
    setResetCount((count) => count + 1)
  }

  function assign(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    run(Number(new FormData(event.currentTarget).get('operator')) || null)
  }

  // A deactivated operator can still be the assignee of cases that nobody took over.
  const isListed = !assignee || choices.operators.some((operator) => operator.id === assignee.id)
  const operators = isListed ? choices.operators : [assignee, ...choices.operators]
  return (
    <form key={resetCount} className="stack" method="post" onSubmit={assign}>
      <ErrorBanner>{failure}</ErrorBanner>
      <EditConflictBanner conflict={conflict} onUseCurrent={showCurrent} />
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

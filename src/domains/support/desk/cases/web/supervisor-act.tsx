import { useLocale, useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { CaseDetails } from '../api.ts'
import { casesKey } from './queries.ts'

/** That the author of a case asks for a supervisor, by when, and the act that notes that one has spoken to them. */
export function SupervisorAct({ details: { id, supervisor } }: { details: CaseDetails }) {
  const t = useTranslations('desk-cases.supervisor')
  const locale = useLocale()
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    ...{ desk: 'desk-cases', invalidatedKey: casesKey },
    successMessage: () => t('saved'),
    action: async () => send((await import('../api.ts')).noteSupervisorCall, { params: { id: String(id) } }),
  })
  if (!supervisor) return null
  const done = (
    <Button variant="second" isSmall isBusy={isBusy} onClick={() => run(undefined)}>
      {t('done')}
    </Button>
  )
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <Banner tone="warning" action={done}>
        {t(supervisor.is_late ? 'late' : 'asked', { day: formatDay(supervisor.due_on, locale) })}
      </Banner>
    </>
  )
}

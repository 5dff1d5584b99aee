import { useTranslations } from 'use-intl'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useSend } from '#kit/web/portal.ts'
import { jobsKey } from './queries.ts'

/** Starts a job now. */
export function useRunNow() {
  const t = useTranslations('desk-jobs')
  const send = useSend()
  return useAction({
    desk: 'desk-jobs',
    invalidatedKey: jobsKey,
    successMessage: () => t('wished'),
    action: async (name: string) => send((await import('../api.ts')).runJob, { params: { name } }),
  })
}

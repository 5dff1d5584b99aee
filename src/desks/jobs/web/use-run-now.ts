import { useTranslations } from 'use-intl'
import { useAct } from '#desks/common/web/use-act.ts'
import { useSend } from '#kit/web/portal.ts'
import { jobsKey } from './queries.ts'

/** Has a job done now. */
export function useRunNow() {
  const t = useTranslations('desk-jobs')
  const send = useSend()
  return useAct({
    desk: 'desk-jobs',
    stale: jobsKey,
    done: () => t('wished'),
    act: async (name: string) => send((await import('../api.ts')).runJob, { params: { name } }),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { jobsKey } from './queries.ts'

/** Has a job done now. */
export function useRunNow() {
  const t = useTranslations('desk-jobs')
  const send = useSend()
  const client = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: async (name: string) => {
      const { runJob } = await import('../api.ts')
      return send(runJob, { params: { name } })
    },
    onSuccess: () => {
      say(t('wished'))
      return client.invalidateQueries({ queryKey: jobsKey })
    },
  })
}

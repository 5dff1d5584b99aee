import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { JobState } from '../rules.ts'

/** Returns a function for the translated name of a job, falling back to its internal name. */
export function useJobName(): (name: string) => string {
  const t = useTranslations('desk-jobs.names')
  return (name) => (t.has(name as 'send messages') ? t(name as 'send messages') : name)
}

const tones = { stuck: 'negative', failing: 'negative', gone: 'warning', running: 'notice' } as const

/** The state of a job; only abnormal states are highlighted. */
export function JobStatusBadge({ state }: { state: JobState }) {
  const t = useTranslations('desk-jobs.states')
  return state === 'idle' ? t('idle') : <Badge tone={tones[state]}>{t(state)}</Badge>
}

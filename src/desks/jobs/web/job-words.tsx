import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { JobState } from '../rules.ts'

/** Says what a job does; by its own name where nobody has words for it. */
export function useJobName(): (name: string) => string {
  const t = useTranslations('desk-jobs.names')
  return (name) => (t.has(name as 'send messages') ? t(name as 'send messages') : name)
}

const tones = { stuck: 'negative', failing: 'negative', gone: 'warning', running: 'notice' } as const

/** How a job stands; only what is not as it should be stands out. */
export function JobStanding({ state }: { state: JobState }) {
  const t = useTranslations('desk-jobs.states')
  return state === 'idle' ? t('idle') : <Chip tone={tones[state]}>{t(state)}</Chip>
}

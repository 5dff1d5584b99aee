import { useLocale, useTranslations } from 'use-intl'
import type { CaseState } from '#domains/support/rules.ts'
import { Chip } from '#kit/web/chip.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedCase } from '../api.ts'

const tones = {
  in_process: 'notice',
  being_processed: 'notice',
  additional_information_required: 'warning',
  accepted: 'positive',
  denied: 'plain',
} as const

/** How a case stands, for whoever works it off. */
export function Standing({ state }: { state: CaseState }) {
  const t = useTranslations('desk-cases.states')
  return <Chip tone={tones[state]}>{t(state)}</Chip>
}

/** By when a case is to be answered; what is late stands out. */
export function Due({ clock, day }: { clock: ListedCase['clock']; day: string | null }) {
  const t = useTranslations('desk-cases.clock')
  const locale = useLocale()
  const words = t(clock, { due: formatDay(day, locale) })
  return clock === 'late' ? <Chip tone="negative">{words}</Chip> : words
}

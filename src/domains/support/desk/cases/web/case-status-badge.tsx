import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { CaseState } from '../../../rules.ts'
import type { ListedCase } from '../api.ts'

const tones = {
  in_process: 'notice',
  being_processed: 'notice',
  additional_information_required: 'warning',
  accepted: 'positive',
  denied: 'plain',
} as const

/** The state of a case, as shown to operators. */
export function CaseStatusBadge({ state }: { state: CaseState }) {
  const t = useTranslations('desk-cases.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** The due date of a case; late ones are highlighted. */
export function DueDay({ clock, day }: { clock: ListedCase['clock']; day: string | null }) {
  const t = useTranslations('desk-cases.clock')
  const locale = useLocale()
  const text = t(clock, { due: formatDay(day, locale) })
  return clock === 'late' ? <Badge tone="negative">{text}</Badge> : text
}

import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedCase } from '../api.ts'

const tones = {
  in_process: 'notice',
  being_processed: 'notice',
  additional_information_required: 'warning',
  accepted: 'positive',
  denied: 'plain',
} as const

/** The state of a case, as shown to operators. */
export function CaseStatusBadge({ state, closure }: Pick<ListedCase, 'state' | 'closure'>) {
  const t = useTranslations('desk-cases.states')
  if (closure) return <Badge tone="plain">{t(closure)}</Badge>
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** The end of the deadline of a case, with the hour where it is of hours; late ones are highlighted. */
export function DueDay({ clock, day, at }: { clock: ListedCase['clock']; day: string | null; at?: string | null }) {
  const t = useTranslations('desk-cases.clock')
  const locale = useLocale()
  const text = t(clock, { due: at ? formatInstant(new Date(at), locale) : formatDay(day, locale) })
  return clock === 'late' ? <Badge tone="negative">{text}</Badge> : text
}

import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { ListedLead } from '../api.ts'

const tones = { new: 'warning', contacted: 'notice', won: 'positive', lost: 'plain' } as const

/** The handling of a lead. */
export function HandlingBadge({ handling }: Pick<ListedLead, 'handling'>) {
  const t = useTranslations('desk-leads.handlings')
  return <Badge tone={tones[handling]}>{t(handling)}</Badge>
}

/** Marks a lead that awaits a check by a person. */
export function AwaitedCheckBadge() {
  return <Badge tone="warning">{useTranslations('desk-leads.checks')('awaited')}</Badge>
}

/** The bureau's result on solvency. */
export function SolvencyBadge({ isSolvent }: { isSolvent: boolean | null }) {
  const t = useTranslations('desk-leads.checks')
  if (isSolvent === null) return t('none')
  return isSolvent ? t('solvent') : <Badge tone="negative">{t('insolvent')}</Badge>
}

/** Whether the identity document matches the given name. */
export function IdentityBadge({ isSamePerson }: { isSamePerson: boolean | null }) {
  const t = useTranslations('desk-leads.checks')
  if (isSamePerson === null) return t('none')
  return isSamePerson ? t('samePerson') : <Badge tone="negative">{t('otherPerson')}</Badge>
}

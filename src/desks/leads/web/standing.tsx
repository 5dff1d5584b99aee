import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { ListedLead } from '../api.ts'

const tones = { new: 'warning', contacted: 'notice', won: 'positive', lost: 'plain' } as const

/** How far the retailer is with a lead. */
export function HandlingChip({ handling }: Pick<ListedLead, 'handling'>) {
  const t = useTranslations('desk-leads.handlings')
  return <Chip tone={tones[handling]}>{t(handling)}</Chip>
}

/** Something that a person is still to check. */
export function AwaitedChip() {
  return <Chip tone="warning">{useTranslations('desk-leads.checks')('awaited')}</Chip>
}

/** What the bureau said of whether somebody pays. */
export function Solvency({ isSolvent }: { isSolvent: boolean | null }) {
  const t = useTranslations('desk-leads.checks')
  if (isSolvent === null) return t('none')
  return isSolvent ? t('solvent') : <Chip tone="negative">{t('insolvent')}</Chip>
}

/** Whether the identity document is of the name that was given. */
export function Identity({ isSamePerson }: { isSamePerson: boolean | null }) {
  const t = useTranslations('desk-leads.checks')
  if (isSamePerson === null) return t('none')
  return isSamePerson ? t('samePerson') : <Chip tone="negative">{t('otherPerson')}</Chip>
}

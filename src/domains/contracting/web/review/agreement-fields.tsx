import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LegalTextLink, type LegalTextName } from '#domains/retailer/web/legal-text-link.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'

/** The agreements that the user has not given yet. */
export function AgreementFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { config, draft, set, idOf, errorOf, agreements } = wizard
  const { confirmation } = draft
  const linked = (to: LegalTextName) => (label: ReactNode) => <LegalTextLink to={to}>{label}</LegalTextLink>
  if (agreements.conditions && agreements.privacy && !config.askPublicity) return null
  return (
    <QuestionGroup title={t('groups.agree')}>
      {!agreements.conditions && (
        <Checkbox
          id={idOf('acceptsConditions')}
          label={t.rich('fields.acceptsConditions', { link: linked('conditions') })}
          error={errorOf('acceptsConditions')}
          checked={confirmation.acceptsConditions}
          onChange={({ target }) => set('confirmation', { acceptsConditions: target.checked })}
        />
      )}
      {!agreements.privacy && (
        <Checkbox
          id={idOf('acceptsPrivacy')}
          label={t.rich('fields.acceptsPrivacy', { link: linked('privacy') })}
          error={errorOf('acceptsPrivacy')}
          checked={confirmation.acceptsPrivacy}
          onChange={({ target }) => set('confirmation', { acceptsPrivacy: target.checked })}
        />
      )}
      {config.askPublicity && (
        <Checkbox
          id={idOf('acceptsPublicity')}
          label={t('fields.acceptsPublicity')}
          checked={confirmation.acceptsPublicity}
          onChange={({ target }) => set('confirmation', { acceptsPublicity: target.checked })}
        />
      )}
    </QuestionGroup>
  )
}

import { useTranslations } from 'use-intl'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { YesNoField } from '../steps/yes-no-field.tsx'
import type { Wizard } from '../use-wizard.ts'
import { HolderChoice } from './holder-choice.tsx'
import { HolderContactFields } from './holder-contact-fields.tsx'
import { HolderDocuments } from './holder-documents.tsx'
import { HolderFields } from './holder-fields.tsx'
import { RepresentativeFields } from './representative-fields.tsx'

/** The holder, a person or a company according to the tax id, and their contact details. */
export function PersonStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf, isCompany } = wizard
  const { person, installation } = draft
  return (
    <>
      <HolderChoice wizard={wizard} />
      <HolderFields wizard={wizard} />
      {isCompany && <RepresentativeFields wizard={wizard} />}
      {installation.isSupplied && (
        <YesNoField
          id={idOf('changesOwner')}
          legend={t('fields.changesOwner')}
          hint={t('fields.changesOwnerHint')}
          error={errorOf('changesOwner')}
          value={person.changesOwner}
          onValue={(changesOwner) => set('person', { changesOwner })}
        />
      )}
      <HolderDocuments wizard={wizard} />
      <HolderContactFields wizard={wizard} />
      <ErrorBanner>{draft.blocked && t(`blocked.${draft.blocked}`)}</ErrorBanner>
    </>
  )
}

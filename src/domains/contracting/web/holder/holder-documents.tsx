import { useTranslations } from 'use-intl'
import { FilesField } from '../steps/files-field.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'

/** The documents of the holder, except those on file. */
export function HolderDocuments({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { config, draft, set, isCompany, documents } = wizard
  const { person } = draft
  return (
    <QuestionGroup title={t('groups.documents')}>
      {documents.identity && <p className="soft">{t(isCompany ? 'own.representativeShown' : 'own.identityShown')}</p>}
      {isCompany && documents.company && <p className="soft">{t('own.companyShown')}</p>}
      {isCompany && !documents.company && (
        <FilesField
          wizard={wizard}
          field="companyDocument"
          path="cif"
          label={t('fields.companyDocument')}
          hint={t('fields.companyDocumentHint')}
          files={person.companyDocument}
          onFiles={(change) => set('person', (before) => ({ companyDocument: change(before.companyDocument) }))}
          maxCount={5}
        />
      )}
      {!documents.identity && (
        <div className={styles.pair}>
          <FilesField
            wizard={wizard}
            field="identityFront"
            path="nif_faceup"
            label={t(isCompany ? 'fields.representative.identityFront' : 'fields.identityFront')}
            isOptional={!config.dniRequired}
            files={person.identityFront}
            onFiles={(change) => set('person', (before) => ({ identityFront: change(before.identityFront) }))}
            maxCount={1}
          />
          <FilesField
            wizard={wizard}
            field="identityBack"
            path="nif_facedown"
            label={t('fields.identityBack')}
            isOptional
            files={person.identityBack}
            onFiles={(change) => set('person', (before) => ({ identityBack: change(before.identityBack) }))}
            maxCount={1}
          />
        </div>
      )}
    </QuestionGroup>
  )
}

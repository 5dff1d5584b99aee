import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isSameTaxId } from '../../known-holder-rules.ts'
import { OwnChoice } from '../steps/own-choice.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'

/** The choice of the holder: one whom the signed-in user manages, or somebody else. */
export function HolderChoice({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard.own')
  const { config, draft, chooseHolder } = wizard
  const { taxId } = draft.person
  const [isOther, setOther] = useState(false)
  const holders = (wizard.holders ?? []).filter(({ is_company }) => !(is_company && config.restrictCompanyVAT))
  if (holders.length === 0) return null
  const chosen = holders.find(({ tax_id }) => isSameTaxId(tax_id, taxId))

  function choose(value: string) {
    setOther(value === 'other')
    chooseHolder(holders.find(({ id }) => String(id) === value) ?? null)
  }

  return (
    <QuestionGroup title={t('holders')}>
      <OwnChoice
        label={t('holder')}
        other={t('otherHolder')}
        options={holders.map(({ id, full_name, tax_id }) => ({ value: String(id), label: full_name, detail: tax_id }))}
        value={chosen ? String(chosen.id) : isOther || taxId !== '' ? 'other' : ''}
        onValue={choose}
      />
    </QuestionGroup>
  )
}

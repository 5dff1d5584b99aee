import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { mainEnergy } from '../draft/wizard-draft.ts'
import { applyOwnSupply } from '../holder/apply-holder.ts'
import { ownSuppliesQuery } from '../queries.ts'
import { OwnChoice } from '../steps/own-choice.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import type { Wizard } from '../use-wizard.ts'

/**
 * The choice between the signed-in user's own supply points, one of which is prefilled; nothing where none can be
 * contracted for.
 */
export function OwnSupplyChoice({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard.own')
  const energy = mainEnergy(wizard.kind)
  const { data: supplies = [] } = useQuery(ownSuppliesQuery(useSend(), energy))
  const [chosen, choose] = useState('')
  if (supplies.length === 0) return null

  function fill(value: string) {
    choose(value)
    const supply = supplies.find(({ cups }) => cups === value)
    if (supply) wizard.set('installation', applyOwnSupply(supply, energy, wizard.empty))
  }

  return (
    <QuestionGroup title={t('places')}>
      <OwnChoice
        label={t('place')}
        other={t('otherPlace')}
        options={supplies.map(({ cups, line }) => ({ value: cups, label: line, detail: cups }))}
        value={chosen}
        onValue={fill}
      />
    </QuestionGroup>
  )
}

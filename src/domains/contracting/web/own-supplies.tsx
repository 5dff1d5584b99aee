import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { Group } from './group.tsx'
import { OwnChoice } from './own-choice.tsx'
import { ownSuppliesQuery } from './queries.ts'
import type { Wizard } from './use-wizard.ts'
import { withOwnSupply } from './with-holder.ts'
import { mainEnergy } from './wizard-draft.ts'

/** The own places of whoever is signed in, of which one is filled in; nothing where there is none to contract for. */
export function OwnSupplies({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard.own')
  const energy = mainEnergy(wizard.kind)
  const { data: supplies = [] } = useQuery(ownSuppliesQuery(useSend(), energy))
  const [chosen, choose] = useState('')
  if (supplies.length === 0) return null

  function fill(value: string) {
    choose(value)
    const supply = supplies.find(({ cups }) => cups === value)
    if (supply) wizard.set('installation', withOwnSupply(supply, energy, wizard.empty))
  }

  return (
    <Group title={t('places')}>
      <OwnChoice
        label={t('place')}
        other={t('otherPlace')}
        options={supplies.map(({ cups, line }) => ({ value: cups, label: line, detail: cups }))}
        value={chosen}
        onValue={fill}
      />
    </Group>
  )
}

import { useTranslations } from 'use-intl'
import { QuestionGroup } from '../steps/question-group.tsx'
import { YesNoField } from '../steps/yes-no-field.tsx'
import { CurrentSupply } from '../supply/current-supply.tsx'
import { SupplyField } from '../supply/supply-field.tsx'
import type { Wizard } from '../use-wizard.ts'
import { ProductChoice } from './product-choice.tsx'
import { PromotionField } from './promotion-field.tsx'

/** The gas step: for gas alone the tariff and product, with electricity also the supply, unless gas is left out. */
export function GasContractStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { kind, draft, set, idOf } = wizard
  const { gas, installation } = draft
  const isDual = kind === 'dual'
  return (
    <>
      {isDual && (
        <YesNoField
          id={idOf('isIncluded')}
          legend={t('gas.include')}
          hint={t('gas.includeHint')}
          yes={t('gas.with')}
          no={t('gas.without')}
          error={undefined}
          value={gas.isIncluded}
          onValue={(isIncluded) => set('gas', { isIncluded })}
        />
      )}
      {isDual && gas.isIncluded && <GasSupply wizard={wizard} />}
      {(!isDual || gas.isIncluded) && (
        <ProductChoice
          wizard={wizard}
          part="gas"
          energy="gas"
          powersKw={[]}
          supply={isDual ? gas.supply : installation.supply}
          hasSelfConsumption={false}
        />
      )}
      {!isDual && <PromotionField wizard={wizard} />}
    </>
  )
}

function GasSupply({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { gas } = draft
  return (
    <QuestionGroup title={t('supply.title.gas')}>
      <SupplyField
        wizard={wizard}
        energy="gas"
        cups={gas.cups}
        supply={gas.supply}
        onCups={(cups) => set('gas', { cups, supply: null })}
        onSupply={(supply) => set('gas', ({ tariffId }) => ({ supply, tariffId: supply.tariff?.id ?? tariffId }))}
      />
      <YesNoField
        id={idOf('isSupplied')}
        legend={t('gas.isSupplied')}
        error={errorOf('isSupplied')}
        value={gas.isSupplied}
        onValue={(isSupplied) => set('gas', { isSupplied })}
      />
      {gas.isSupplied && (
        <>
          <CurrentSupply wizard={wizard} part="gas" energy="gas" />
          <YesNoField
            id={idOf('changesOwner')}
            legend={t('fields.changesOwner')}
            hint={t('fields.changesOwnerHint')}
            error={errorOf('changesOwner')}
            value={gas.changesOwner}
            onValue={(changesOwner) => set('gas', { changesOwner })}
          />
        </>
      )}
    </QuestionGroup>
  )
}

import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useDebouncedValue } from '#domains/correspondence/web/use-debounced-value.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { needsSixPowers } from '../../contract-rules.ts'
import { FilesField } from '../steps/files-field.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import { parseKw } from '../steps/step-forms.ts'
import type { Wizard } from '../use-wizard.ts'
import { PowerFields } from './power-fields.tsx'
import { ProductChoice } from './product-choice.tsx'
import { PromotionField } from './promotion-field.tsx'

// The page should stay small until this step is reached.
const SocialBonusFields = lazyPart(async () => (await import('./social-bonus-fields.tsx')).SocialBonusFields)

/** The debounce delay before the tariffs and prices of a power are requested. */
const pauseMs = 700

/** The powers, self-consumption, the access tariff, and the product with the yearly cost of each. */
export function ContractStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { config, draft, set, idOf, errorOf } = wizard
  const { contract, installation } = draft
  const settledPowers = useDebouncedValue(contract.powers, pauseMs).map(parseKw)
  const powersKw = settledPowers.slice(0, needsSixPowers({ power: settledPowers[0], power2: settledPowers[1] }) ? 6 : 2)

  return (
    <>
      <QuestionGroup title={t('groups.powers')}>
        <PowerFields wizard={wizard} />
        {config.selfcons.enabled && (
          <Checkbox
            id={idOf('hasSelfConsumption')}
            label={t('fields.hasSelfConsumption')}
            hint={t('fields.hasSelfConsumptionHint')}
            error={errorOf('hasSelfConsumption')}
            checked={contract.hasSelfConsumption}
            onChange={({ target }) => set('contract', { hasSelfConsumption: target.checked })}
          />
        )}
        {contract.hasSelfConsumption && (
          <FilesField
            wizard={wizard}
            field="selfConsumptionPapers"
            path="selfcons_attach"
            label={t('fields.selfConsumptionPapers')}
            hint={t('fields.selfConsumptionPapersHint')}
            isOptional={!config.selfcons.requireDocumentation}
            files={contract.selfConsumptionPapers}
            onFiles={(change) =>
              set('contract', (before) => ({ selfConsumptionPapers: change(before.selfConsumptionPapers) }))
            }
            maxCount={5}
          />
        )}
        {installation.residence === 'habitual' && (
          <Suspense>
            <SocialBonusFields wizard={wizard} />
          </Suspense>
        )}
      </QuestionGroup>
      <ProductChoice
        wizard={wizard}
        part="contract"
        energy="electricity"
        powersKw={powersKw}
        supply={installation.supply}
        hasSelfConsumption={contract.hasSelfConsumption}
      />
      <PromotionField wizard={wizard} />
    </>
  )
}

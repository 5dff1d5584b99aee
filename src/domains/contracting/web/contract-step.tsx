import { useTranslations } from 'use-intl'
import { useDebouncedValue } from '#domains/correspondence/web/use-debounced-value.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { needsSixPowers } from '../contract-rules.ts'
import { FilesField } from './files-field.tsx'
import { ProductChoice } from './product-choice.tsx'
import { PromotionField } from './promotion-field.tsx'
import { QuestionGroup } from './question-group.tsx'
import { parseKw } from './step-forms.ts'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'

/** The debounce delay before the tariffs and prices of a power are requested. */
const pauseMs = 700

/** The powers, self-consumption, the access tariff, and the product with the yearly cost of each. */
export function ContractStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { config, draft, set, idOf, errorOf } = wizard
  const { contract, installation } = draft
  const kws = contract.powers.map(parseKw)
  const hasSix = needsSixPowers({ power: kws[0], power2: kws[1] })
  const settledPowers = useDebouncedValue(contract.powers, pauseMs).map(parseKw)
  const powersKw = settledPowers.slice(0, needsSixPowers({ power: settledPowers[0], power2: settledPowers[1] }) ? 6 : 2)

  function changePower(index: number, power: string) {
    set('contract', ({ powers }) => {
      const changed = powers.map((before, otherIndex) => (otherIndex === index ? power : before))
      const [first, second] = changed.map(parseKw)
      const isSix = needsSixPowers({ power: first, power2: second })
      // Below the threshold there are two powers, and the others are cleared.
      return { powers: isSix ? changed : changed.map((text, otherIndex) => (otherIndex < 2 ? text : '')) }
    })
  }

  return (
    <>
      <QuestionGroup title={t('groups.powers')}>
        <p className="soft">
          {t(contract.arePowersOwn ? 'powers.own' : installation.supply?.isKnown ? 'powers.known' : 'powers.words')}
        </p>
        <div className={styles.powers}>
          {contract.powers.slice(0, hasSix ? 6 : 2).map((power, index) => (
            <TextField
              key={index}
              id={idOf(`power${index}`)}
              label={
                hasSix ? t('powers.period', { number: index + 1 }) : t(index === 0 ? 'powers.day' : 'powers.night')
              }
              error={errorOf(`power${index}`)}
              width="short"
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              unit="kW"
              value={power}
              onChange={({ target }) => changePower(index, target.value)}
            />
          ))}
        </div>
        <p className="small soft" role="status">
          {hasSix && t('powers.six')}
        </p>
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

import { useTranslations } from 'use-intl'
import { useSettled } from '#domains/correspondence/web/use-settled.ts'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { needsSixPowers } from '../contract-rules.ts'
import { FilesField } from './files-field.tsx'
import { Group } from './group.tsx'
import { ProductChoice } from './product-choice.tsx'
import { PromotionField } from './promotion-field.tsx'
import type { Wizard } from './use-wizard.ts'
import { kwOf } from './wire.ts'
import styles from './wizard.module.css'

/** How long typing pauses before tariffs and prices of a power are asked for. */
const pauseMs = 700

/** The powers, self-consumption, the access tariff, and the product with what a year of each would cost. */
export function ContractStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { asked, draft, set, idOf, errorOf } = wizard
  const { contract, installation } = draft
  const kws = contract.powers.map(kwOf)
  const hasSix = needsSixPowers({ power: kws[0], power2: kws[1] })
  const settled = useSettled(contract.powers, pauseMs).map(kwOf)
  const powersKw = settled.slice(0, needsSixPowers({ power: settled[0], power2: settled[1] }) ? 6 : 2)

  function changePower(place: number, typed: string) {
    set('contract', ({ powers }) => {
      const changed = powers.map((before, other) => (other === place ? typed : before))
      const [first, second] = changed.map(kwOf)
      const isSix = needsSixPowers({ power: first, power2: second })
      // Below the threshold there are two powers, and what was typed of the others counts no more.
      return { powers: isSix ? changed : changed.map((text, other) => (other < 2 ? text : '')) }
    })
  }

  return (
    <>
      <Group title={t('groups.powers')}>
        <p className="soft">
          {t(contract.arePowersOwn ? 'powers.own' : installation.supply?.isKnown ? 'powers.known' : 'powers.words')}
        </p>
        <div className={styles.powers}>
          {contract.powers.slice(0, hasSix ? 6 : 2).map((typed, place) => (
            <TextField
              key={place}
              id={idOf(`power${place}`)}
              label={
                hasSix ? t('powers.period', { number: place + 1 }) : t(place === 0 ? 'powers.day' : 'powers.night')
              }
              error={errorOf(`power${place}`)}
              width="short"
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              unit="kW"
              value={typed}
              onChange={({ target }) => changePower(place, target.value)}
            />
          ))}
        </div>
        <p className="small soft" role="status">
          {hasSix && t('powers.six')}
        </p>
        {asked.selfcons.enabled && (
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
            isOptional={!asked.selfcons.requireDocumentation}
            files={contract.selfConsumptionPapers}
            onFiles={(change) =>
              set('contract', (before) => ({ selfConsumptionPapers: change(before.selfConsumptionPapers) }))
            }
            maxCount={5}
          />
        )}
      </Group>
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

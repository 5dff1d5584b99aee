import { useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { needsSixPowers } from '../../contract-rules.ts'
import { parseKw } from '../steps/step-forms.ts'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'

/** The contracted powers: two up to 15 kW, six above. */
export function PowerFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { contract, installation } = draft
  const kws = contract.powers.map(parseKw)
  const hasSix = needsSixPowers({ power: kws[0], power2: kws[1] })

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
      <p className="soft">
        {t(contract.arePowersOwn ? 'powers.own' : installation.supply?.isKnown ? 'powers.known' : 'powers.text')}
      </p>
      <div className={styles.powers}>
        {contract.powers.slice(0, hasSix ? 6 : 2).map((power, index) => (
          <TextField
            key={index}
            id={idOf(`power${index}`)}
            label={hasSix ? t('powers.period', { number: index + 1 }) : t(index === 0 ? 'powers.day' : 'powers.night')}
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
    </>
  )
}

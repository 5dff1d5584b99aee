import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { referenceRetailersList, regulatorComparator } from '../../regulator-links.ts'
import type { Wizard } from '../use-wizard.ts'

/** Whether the holder has the social bonus, that it is lost with this contract, and what it has been worth. */
export function SocialBonusFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { draft, set, idOf, errorOf } = wizard
  const { hasSocialBonus = false, bonusDiscount = '' } = draft.contract
  return (
    <>
      <Checkbox
        id={idOf('hasSocialBonus')}
        label={t('bonus.has')}
        hint={t('bonus.hasHint')}
        checked={hasSocialBonus}
        onChange={({ target }) => set('contract', { hasSocialBonus: target.checked })}
      />
      {hasSocialBonus && (
        <>
          <Banner tone="warning">{t('bonus.lost')}</Banner>
          <TextField
            id={idOf('bonusDiscount')}
            label={t('fields.bonusDiscount')}
            hint={t('bonus.discountHint')}
            error={errorOf('bonusDiscount')}
            width="short"
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            unit="€"
            isOptional
            value={bonusDiscount}
            onChange={({ target }) => set('contract', { bonusDiscount: target.value })}
          />
          <p className="line">
            <a href={referenceRetailersList} target="_blank" rel="noreferrer">
              {t('bonus.retailers')}
            </a>
            <a href={regulatorComparator} target="_blank" rel="noreferrer">
              {t('bonus.comparator')}
            </a>
          </p>
        </>
      )}
    </>
  )
}

import { useLocale, useTranslations } from 'use-intl'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { maxNativeOptions, SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { computeMovedCents } from '../rules.ts'
import { DistributionPreview } from './distribution.tsx'
import type { OtherShares } from './other-shares.ts'
import type { ShareModel } from './parse-share.ts'
import { PercentageField, parsePercentage } from './percentage-field.tsx'
import type { BatteryChoice } from './queries.ts'

type BatteryStepProps = {
  choices: readonly BatteryChoice[]
  chosenId: number | null
  onChoose: (id: number) => void
}

/** The step that chooses the target battery. */
export function BatteryStep({ choices, chosenId, onChoose }: BatteryStepProps) {
  const t = useTranslations('batteries.move.wallet')
  const locale = useLocale()
  const options = choices.map(({ id, name, balanceCents }) => ({
    value: String(id),
    label: name,
    note: t('balance', { balance: formatMoney(balanceCents, locale) }),
  }))
  if (options.length > maxNativeOptions)
    return (
      <SearchableSelect
        label={t('legend')}
        options={options.map(({ note, ...option }) => ({ ...option, detail: note }))}
        value={chosenId === null ? '' : String(chosenId)}
        onValue={(id) => onChoose(Number(id))}
      />
    )
  return (
    <ChoiceList
      legend={t('legend')}
      options={options}
      value={chosenId === null ? null : String(chosenId)}
      onValue={(id) => onChoose(Number(id))}
    />
  )
}

type PercentageStepProps = { to: BatteryChoice; others: OtherShares; text: string; onText: (text: string) => void }

/** The step that chooses the percentage. */
export function PercentageStep({ to, others, text, onText }: PercentageStepProps) {
  return (
    <>
      <PercentageField text={text} onText={onText} free={others.free} />
      <DistributionPreview wallet={to.name} others={others} percentage={parsePercentage(text) ?? 0} />
    </>
  )
}

type ConfirmStepProps = { share: ShareModel; to: BatteryChoice; others: OtherShares; percentage: number }

/** The step that confirms the move. */
export function ConfirmStep({ share, to, others, percentage }: ConfirmStepProps) {
  const t = useTranslations('batteries.move.confirm')
  const locale = useLocale()
  return (
    <>
      <DescriptionList layout="pairs">
        <DescriptionItem label={t('from')}>{share.battery}</DescriptionItem>
        <DescriptionItem label={t('to')}>{to.name}</DescriptionItem>
        <DescriptionItem label={t('part')}>{`${formatDecimal(percentage, locale)}\u00a0%`}</DescriptionItem>
        <DescriptionItem label={t('money')}>
          {formatMoney(computeMovedCents(share.balanceCents, share.percentage), locale)}
        </DescriptionItem>
      </DescriptionList>
      <p className="note">{t('text')}</p>
      <DistributionPreview wallet={to.name} others={others} percentage={percentage} />
    </>
  )
}

import { useLocale, useTranslations } from 'use-intl'
import { ChoiceList } from '#kit/web/choice-list.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { mostInList, SearchedSelect } from '#kit/web/searched-select.tsx'
import { formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { movedCents } from '../rules.ts'
import { DistributionPreview } from './distribution.tsx'
import type { OtherShares } from './other-shares.ts'
import { PercentageField, readPercentage } from './percentage-field.tsx'
import type { WalletChoice } from './queries.ts'
import type { ReadShare } from './read-share.ts'

type WalletStepProps = {
  choices: readonly WalletChoice[]
  chosenId: number | null
  onChoose: (id: number) => void
}

/** To which wallet. */
export function WalletStep({ choices, chosenId, onChoose }: WalletStepProps) {
  const t = useTranslations('batteries.move.wallet')
  const locale = useLocale()
  const options = choices.map(({ id, name, balanceCents }) => ({
    value: String(id),
    label: name,
    note: t('balance', { balance: formatMoney(balanceCents, locale) }),
  }))
  if (options.length > mostInList)
    return (
      <SearchedSelect
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

type PartStepProps = { to: WalletChoice; others: OtherShares; text: string; onText: (text: string) => void }

/** How much of it. */
export function PartStep({ to, others, text, onText }: PartStepProps) {
  return (
    <>
      <PercentageField text={text} onText={onText} free={others.free} />
      <DistributionPreview wallet={to.name} others={others} percentage={readPercentage(text) ?? 0} />
    </>
  )
}

type ConfirmStepProps = { share: ReadShare; to: WalletChoice; others: OtherShares; percentage: number }

/** All of it once more. */
export function ConfirmStep({ share, to, others, percentage }: ConfirmStepProps) {
  const t = useTranslations('batteries.move.confirm')
  const locale = useLocale()
  return (
    <>
      <Facts layout="pairs">
        <Fact label={t('from')}>{share.battery}</Fact>
        <Fact label={t('to')}>{to.name}</Fact>
        <Fact label={t('part')}>{`${formatDecimal(percentage, locale)}\u00a0%`}</Fact>
        <Fact label={t('money')}>{formatMoney(movedCents(share.balanceCents, share.percentage), locale)}</Fact>
      </Facts>
      <p className="note">{t('words')}</p>
      <DistributionPreview wallet={to.name} others={others} percentage={percentage} />
    </>
  )
}

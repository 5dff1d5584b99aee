import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay, formatPhone, formatPower } from '#vocabulary/format.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import type { HighestPower } from '../measured-power.ts'
import type { ChangeableContract } from './changeable-contract.ts'
import { type PowerDraft, powerFieldOf } from './power-draft.ts'
import { changeFieldId } from './use-change-form.ts'

type PowerFieldsProps = {
  contract: ChangeableContract
  draft: PowerDraft
  inputs: readonly string[]
  terms: { highest: readonly HighestPower[]; extensionRightWatts: number | null } | undefined
  problems: Readonly<Record<string, string | undefined>>
  onInput: (index: number, text: string) => void
}

/** A field for the power of each period, with the present one and the highest measured. */
export function PowerFields({ contract, draft, inputs, terms, problems, onInput }: PowerFieldsProps) {
  const t = useTranslations('changes')
  const locale = useLocale()
  const { powerWatts: present } = contract
  const { isSix, shown, nextTariff } = draft
  const nameOf = usePeriodName(isSix)

  const nowOf = (index: number) =>
    present[index] === undefined ? t('power.none') : t('power.now', { power: formatPower(present[index], locale) })
  // The periods differ across 15 kW.
  const highest = nextTariff ? [] : (terms?.highest ?? [])
  const highestOf = (index: number) => {
    const measured = highest.find((each) => each.periodIndex === index)
    return (
      measured &&
      t('power.highest', {
        power: formatPower(measured.watts, locale),
        minutes: measured.minutes,
        day: formatDay(measured.day, locale),
      })
    )
  }

  const fields = shown.map((index) => (
    <NumberField
      key={index}
      id={changeFieldId(powerFieldOf(index))}
      label={
        isSix
          ? nameOf(index)
          : t('power.labelOf', { name: nameOf(index), hours: t(`power.hours.${index === 0 ? 'peak' : 'valley'}`) })
      }
      hint={[nowOf(index), highestOf(index)].filter(Boolean).join(' ')}
      error={problems[powerFieldOf(index)]}
      unit={t('power.kw')}
      step={0.1}
      min={index < 2 ? 1 : 0}
      value={inputs[index]!}
      onValue={(text) => onInput(index, text)}
    />
  ))
  const right = terms?.extensionRightWatts ?? null
  return (
    <>
      {fields}
      {right !== null && <p className="note">{t('power.extensionRight', { power: formatPower(right, locale) })}</p>}
    </>
  )
}

/** What is typed, as it is shown for review. */
export function PowerAnswers({
  contract,
  draft,
  phone,
}: {
  contract: ChangeableContract
  draft: PowerDraft
  phone: string
}) {
  const t = useTranslations('changes')
  const locale = useLocale()
  const { powerWatts: present } = contract
  const { isSix, shown, watts, nextTariff } = draft
  return (
    <>
      {shown.map((index) => (
        <DescriptionItem key={index} label={t('power.answer', { period: periodAt(index, isSix) })}>
          {formatPower(watts[index]!, locale)}{' '}
          {present[index] !== undefined && (
            <span className="small soft">({t('power.wasBefore', { power: formatPower(present[index], locale) })})</span>
          )}
        </DescriptionItem>
      ))}
      {nextTariff && (
        <DescriptionItem label={t('power.tariff.answer')}>
          {nextTariff} <span className="small soft">({t('power.wasBefore', { power: contract.tariff })})</span>
        </DescriptionItem>
      )}
      <DescriptionItem label={t('power.phoneAnswer')}>{formatPhone(parsePhone(phone) ?? phone)}</DescriptionItem>
    </>
  )
}

/** Says how many powers there are, and where they can be calculated. */
export function PowerLead({ isSix }: Pick<PowerDraft, 'isSix'>) {
  const t = useTranslations('changes')
  const hasPage = useHasPage()
  const hasCalculator = useSettings().powerCalculator.enabled && hasPage('/power')
  return (
    <p className="soft">
      {isSix ? t('power.aboveThreshold') : t('power.lead')}
      {hasCalculator && (
        <>
          {' '}
          <Link href="/power">{t('power.calculate')}</Link>
        </>
      )}
    </p>
  )
}

/** Returns the name of a period: peak and valley where there are two, its number where there are six. */
function usePeriodName(isSix: boolean): (index: number) => string {
  const t = useTranslations('changes.power.field')
  return (index) => {
    const period = periodAt(index, isSix)
    return period === 'peak' || period === 'valley' ? t(period) : period
  }
}

function periodAt(index: number, isSix: boolean) {
  if (isSix) return `P${index + 1}` as const
  return index === 0 ? 'peak' : 'valley'
}

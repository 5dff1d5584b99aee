import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatDecimal, formatEnergy } from '#vocabulary/format.ts'
import type { OptionKind } from '../rules.ts'
import { ChoiceForm } from './choice-form.tsx'
import { buildOptionChart, sumUsage } from './option-chart.ts'
import styles from './option-section.module.css'
import { type OfferedChoice, type OptionModel, optionQuery } from './queries.ts'
import { useChoiceName } from './use-choice-name.ts'

type OptionSectionProps = { kind: OptionKind; contractId: number; isActive: boolean }

/** Shows one tariff option: what it is, the current choice, and what another would save on the customer's own usage. */
export function OptionSection({ kind, contractId, isActive }: OptionSectionProps) {
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  const nameOf = useChoiceName(kind)
  const { data: option } = useSuspenseQuery(optionQuery(useSend(), kind, contractId))
  const { choices, currentChoice, discountPercent } = option
  const [pickedKey, pick] = useState(() => choices.find(({ key }) => key === currentChoice?.key)?.key ?? '')
  const picked = choices.find(({ key }) => key === pickedKey)
  const titleId = `option-${kind}`
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className="stack">
        <h2 id={titleId}>{t(`kinds.${kind}.title`)}</h2>
        <p>
          {discountPercent !== null &&
            t(`kinds.${kind}.text`, {
              discount: `${formatDecimal(discountPercent, locale)}\u00a0%`,
              count: option.unitCount,
            })}{' '}
          <b>
            {currentChoice
              ? currentChoice.startsOn
                ? t('present', { choice: nameOf(currentChoice), day: formatDay(currentChoice.startsOn, locale) })
                : t('presentUndated', { choice: nameOf(currentChoice) })
              : t('notYet')}
          </b>
        </p>
      </div>
      <UsageChart option={option} picked={picked} />
      <ChoiceForm {...{ option, contractId, isActive, picked }} onPick={pick} />
    </section>
  )
}

/** Charts the customer's own usage, with the selected choice, or else the current one, painted separately. */
function UsageChart({
  option: { kind, usage, currentChoice },
  picked,
}: {
  option: OptionModel
  picked: OfferedChoice | undefined
}) {
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  const choice = picked?.choice ?? currentChoice?.choice ?? null
  const { totalWh, chosenWh } = sumUsage(kind, usage, choice)
  if (totalWh === 0) return null
  const formatWh = (wh: number) => formatEnergy(wh, locale, { decimals: kind === 'double_tariff' ? 0 : 1 })
  const total = formatWh(totalWh)
  return (
    <BarChart
      isLow
      title={t(`kinds.${kind}.chart`)}
      summary={
        chosenWh === null
          ? t('summary.unchosen', { kind, total })
          : t(`summary.${kind}`, { total, chosen: formatWh(chosenWh) })
      }
      data={buildOptionChart({
        kind,
        usage,
        choice,
        locale,
        texts: {
          chosen: t('bars.chosen'),
          other: t('bars.other'),
          weekday: (weekday) => t(`weekdays.${weekday as 1}`),
          shortWeekday: (weekday) => t(`shortWeekdays.${weekday as 1}`),
        },
      })}
    />
  )
}

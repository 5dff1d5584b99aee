import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/button.tsx'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { StaleEditBanner } from '#kit/web/stale-edit-banner.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CurrentValues, currentValuesIn } from '#kit/web/use-edit-version.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { OptionKind } from '../rules.ts'
import { buildOptionChart, sumUse } from './option-chart.ts'
import styles from './option-section.module.css'
import { type OfferedChoice, type OptionModel, optionQuery, sendChoice } from './queries.ts'
import { useChoiceName } from './use-choice-name.ts'

type OptionSectionProps = { kind: OptionKind; contractId: number; isActive: boolean }

/** Shows one tariff option: what it is, the current choice, and what another would save on the customer's own usage. */
export function OptionSection({ kind, contractId, isActive }: OptionSectionProps) {
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  const nameOf = useChoiceName(kind)
  const { data: option } = useSuspenseQuery(optionQuery(useSend(), kind, contractId))
  const { choices, present, discountPercent } = option
  const [pickedKey, pick] = useState(() => choices.find(({ key }) => key === present?.key)?.key ?? '')
  const picked = choices.find(({ key }) => key === pickedKey)
  const titleId = `option-${kind}`
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className="stack">
        <h2 id={titleId}>{t(`kinds.${kind}.title`)}</h2>
        <p>
          {discountPercent !== null &&
            t(`kinds.${kind}.words`, {
              discount: `${formatDecimal(discountPercent, locale)}\u00a0%`,
              count: option.unitCount,
            })}{' '}
          <b>
            {present
              ? present.startsOn
                ? t('present', { choice: nameOf(present), day: formatDay(present.startsOn, locale) })
                : t('presentUndated', { choice: nameOf(present) })
              : t('notYet')}
          </b>
        </p>
      </div>
      <UseChart option={option} picked={picked} />
      <ChoiceForm {...{ option, contractId, isActive, picked }} onPick={pick} />
    </section>
  )
}

/** Charts the customer's own usage, with the selected choice, or else the current one, painted separately. */
function UseChart({
  option: { kind, use, present },
  picked,
}: {
  option: OptionModel
  picked: OfferedChoice | undefined
}) {
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  const choice = picked?.choice ?? present?.choice ?? null
  const { totalWh, chosenWh } = sumUse(kind, use, choice)
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
        use,
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

type ChoiceFormProps = {
  option: OptionModel
  contractId: number
  isActive: boolean
  picked: OfferedChoice | undefined
  onPick: (key: string) => void
}

function ChoiceForm({ option, contractId, isActive, picked, onPick }: ChoiceFormProps) {
  const { kind, choices, present } = option
  const t = useTranslations('tariff-options')
  const outageText = useOutageText()
  const locale = useLocale()
  const send = useSend()
  const showToast = useToast()
  const queries = useQueryClient()
  const nameOf = useChoiceName(kind)
  const readonlyReason = useReadonlyReason()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [current, setCurrent] = useState<CurrentValues>()
  const readAgain = () => queries.invalidateQueries({ queryKey: optionQuery(send, kind, contractId).queryKey })
  const isUnchanged = picked !== undefined && picked.key === present?.key
  const disabledReason =
    readonlyReason ??
    (!isActive
      ? t('refusals.contract_not_active')
      : !picked
        ? t('pickFirst')
        : isUnchanged
          ? t('unchanged')
          : undefined)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!picked || isSending || disabledReason) return
    setSending(true)
    setFailure(null)
    try {
      await sendChoice(send, { kind, contractId, choice: picked.choice, version: option.version })
      setCurrent(undefined)
      await readAgain()
      showToast(t('saved', { choice: nameOf(picked) }))
    } catch (thrown) {
      const storedNow = currentValuesIn(thrown)
      setCurrent(storedNow)
      // The current choice is refetched, and saving again overwrites it.
      if (storedNow) await readAgain()
      if (!storedNow) setFailure(thrown)
    }
    setSending(false)
  }

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <ErrorBanner>{failure !== null && textOf(failure)}</ErrorBanner>
      <StaleEditBanner current={current} onAcceptCurrent={resetToCurrent}>
        {present && nameOf(present)}
      </StaleEditBanner>
      <NativeSelect
        label={t(`kinds.${kind}.field`)}
        value={picked?.key ?? ''}
        disabled={!isActive || readonlyReason !== undefined}
        onChange={(event) => onPick(event.currentTarget.value)}
        options={[
          ...(picked ? [] : [{ value: '', label: t('placeholder') }]),
          ...choices.map((offered) => ({ value: offered.key, label: optionLabel(offered) })),
        ]}
      />
      {picked && <Saving option={option} picked={picked} isUnchanged={isUnchanged} />}
      <div className="line">
        <Button type="submit" variant="second" isBusy={isSending} disabledReason={disabledReason}>
          {t('save', { kind })}
        </Button>
      </div>
    </form>
  )

  function textOf(thrown: unknown): string {
    const isGone = isRefused(thrown) && thrown.code === 'option_not_available'
    return isGone ? t('refusals.option_not_available') : (outageText(thrown) ?? t('notSaved'))
  }

  function resetToCurrent() {
    setCurrent(undefined)
    onPick(choices.find(({ key }) => key === present?.key)?.key ?? '')
  }

  function optionLabel(offered: OfferedChoice): string {
    const choice = nameOf(offered)
    if (offered.savingCents === null) return choice
    return t('withSaving', { choice, amount: formatMoney(offered.savingCents, locale) })
  }
}

const daysOfYear = 365

function Saving({
  option: { measuredDays },
  picked: { savingCents, startsOn },
  isUnchanged,
}: {
  option: OptionModel
  picked: OfferedChoice
  isUnchanged: boolean
}) {
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  const from = !isUnchanged && startsOn && t('from', { day: formatDay(startsOn, locale) })
  if (savingCents === null) return <p>{[t('saving.unknown'), from].filter(Boolean).join(' ')}</p>
  const amount = formatMoney(savingCents, locale)
  const isWholeYear = measuredDays >= daysOfYear
  return (
    <div className={styles.saving} role="status">
      <p>
        <span className={styles.amount}>
          {isWholeYear ? t('saving.year', { amount }) : t('saving.days', { amount, days: measuredDays })}
        </span>{' '}
        {from}
      </p>
      <p className="note">{t('saving.assumption')}</p>
    </div>
  )
}

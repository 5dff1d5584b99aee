import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { type CurrentValues, currentValuesIn } from '#kit/web/form/use-edit-version.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import { usageDays } from '../rules.ts'
import styles from './option-section.module.css'
import { type OfferedChoice, type OptionModel, optionQuery, sendChoice } from './queries.ts'
import { useChoiceName } from './use-choice-name.ts'

type ChoiceFormProps = {
  option: OptionModel
  contractId: number
  isActive: boolean
  picked: OfferedChoice | undefined
  onPick: (key: string) => void
}

/** Chooses another value of an option, and says what it would save. */
export function ChoiceForm(props: ChoiceFormProps) {
  const { option, isActive, picked, onPick } = props
  const { kind, choices, currentChoice } = option
  const t = useTranslations('tariff-options')
  const locale = useLocale()
  const nameOf = useChoiceName(kind)
  const readonlyReason = useReadonlyReason()
  const { isSending, failureText, current, isUnchanged, disabledReason, save, clearCurrent } = useSaveChoice(props)

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <ErrorBanner>{failureText}</ErrorBanner>
      <StaleEditBanner current={current} onAcceptCurrent={resetToCurrent}>
        {currentChoice && nameOf(currentChoice)}
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

  function resetToCurrent() {
    clearCurrent()
    onPick(choices.find(({ key }) => key === currentChoice?.key)?.key ?? '')
  }

  function optionLabel(offered: OfferedChoice): string {
    const choice = nameOf(offered)
    if (offered.savingCents === null) return choice
    return t('withSaving', { choice, amount: formatMoney(offered.savingCents, locale) })
  }
}

/** Returns the action that saves the choice, its state and failure, and why it is disabled. */
function useSaveChoice({ option, contractId, isActive, picked }: ChoiceFormProps) {
  const { kind, currentChoice } = option
  const t = useTranslations('tariff-options')
  const outageText = useOutageText()
  const send = useSend()
  const showToast = useToast()
  const queries = useQueryClient()
  const nameOf = useChoiceName(kind)
  const readonlyReason = useReadonlyReason()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [current, setCurrent] = useState<CurrentValues>()
  const readAgain = () => queries.invalidateQueries({ queryKey: optionQuery(send, kind, contractId).queryKey })
  const isUnchanged = picked !== undefined && picked.key === currentChoice?.key
  const disabledReason = readonlyReason ?? unsavableReason()

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
      const latest = currentValuesIn(thrown)
      setCurrent(latest)
      // The current choice is refetched, and saving again overwrites it.
      if (latest) await readAgain()
      else setFailure(thrown)
    }
    setSending(false)
  }

  function unsavableReason(): string | undefined {
    if (!isActive) return t('refusals.contract_not_active')
    if (!picked) return t('pickFirst')
    return isUnchanged ? t('unchanged') : undefined
  }

  function textOf(thrown: unknown): string {
    const isGone = isRefused(thrown) && thrown.code === 'option_not_available'
    return isGone ? t('refusals.option_not_available') : (outageText(thrown) ?? t('notSaved'))
  }

  const failureText = failure === null ? null : textOf(failure)
  return {
    isSending,
    failureText,
    current,
    isUnchanged,
    disabledReason,
    save,
    clearCurrent: () => setCurrent(undefined),
  }
}

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
  const isWholeYear = measuredDays >= usageDays
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

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useEditVersion } from '#kit/web/form/use-edit-version.ts'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatPower } from '#vocabulary/format.ts'
import type { ContractAlerts } from '../api.ts'
import type { FigureKind } from '../rules.ts'
import { type AlertDraft, choiceIn, draftOf } from './alert-draft.ts'
import styles from './alerts-screen.module.css'
import { saveAlerts } from './queries.ts'

const figureKinds = ['budget', 'standby', 'nothing_used'] as const

/** Gas has no hours, so that only its bill can be told of. */
function kindsOf({ energy }: ContractAlerts): readonly FigureKind[] {
  return energy === 'gas' ? ['budget'] : figureKinds
}

/** The alerts of a contract, each a checkbox with its figure, and one button to save them. */
export function AlertsForm({ alerts }: { alerts: ContractAlerts }) {
  const t = useTranslations('consumption-alerts')
  const send = useSend()
  const toast = useToast()
  const queries = useQueryClient()
  const locale = useLocale()
  const readonlyReason = useReadonlyReason()
  const { version, current, noteConflict, markSaved } = useEditVersion(alerts.version)
  const [draft, setDraft] = useState(() => draftOf(alerts, locale))
  const [isSending, setSending] = useState(false)
  const [hasTried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { choice, invalid } = choiceIn(draft, locale)

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!choice || isSending || readonlyReason !== undefined) return
    setSending(true)
    setFailure(null)
    try {
      await saveAlerts(send, { contract_id: alerts.contract_id, version }, choice)
      markSaved()
      setTried(false)
      toast(t('saved'))
    } catch (thrown) {
      if (!noteConflict(thrown)) setFailure(thrown)
    }
    await queries.invalidateQueries({ queryKey: ['consumption-alerts'] })
    setSending(false)
  }

  function showCurrent() {
    markSaved()
    setDraft(draftOf(current as unknown as ContractAlerts, locale))
  }

  const change = (changed: Partial<AlertDraft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <SaveFailure failure={failure} />
      <StaleEditBanner current={current} onAcceptCurrent={showCurrent}>
        {current && <TurnedOn alerts={current as unknown as ContractAlerts} />}
      </StaleEditBanner>
      {kindsOf(alerts).map((kind) => (
        <FigureAlert
          key={kind}
          kind={kind}
          state={draft[kind]}
          isInvalid={hasTried && invalid.includes(kind)}
          onChange={(state) => change({ [kind]: state })}
        />
      ))}
      {alerts.energy === 'electricity' && (
        <Checkbox
          label={t('kinds.over_power.name')}
          hint={t('kinds.over_power.hint', { powers: describePowers(alerts.powers) })}
          checked={draft.over_power}
          disabled={readonlyReason !== undefined}
          onChange={(event) => change({ over_power: event.target.checked })}
        />
      )}
      <div className="line">
        <Button type="submit" isBusy={isSending} disabledReason={readonlyReason}>
          {t('save')}
        </Button>
      </div>
    </form>
  )

  function describePowers(powers: readonly number[]): string {
    return powers
      .map((kw, index) => t('power', { period: `P${index + 1}`, power: formatPower(Math.round(kw * 1_000), locale) }))
      .join(', ')
  }
}

type FigureAlertProps = {
  kind: FigureKind
  state: AlertDraft[FigureKind]
  isInvalid: boolean
  onChange: (state: AlertDraft[FigureKind]) => void
}

function FigureAlert({ kind, state, isInvalid, onChange }: FigureAlertProps) {
  const t = useTranslations('consumption-alerts')
  const readonlyReason = useReadonlyReason()
  const errors = {
    budget: t('fieldErrors.budget.invalid_budget'),
    standby: t('fieldErrors.standby.invalid_watts'),
    nothing_used: t('fieldErrors.nothing_used.invalid_days'),
  }
  const units = { budget: '€', standby: 'W', nothing_used: t('days') }
  return (
    <div className={styles.alert}>
      <Checkbox
        label={t(`kinds.${kind}.name`)}
        hint={t(`kinds.${kind}.hint`)}
        checked={state.isOn}
        disabled={readonlyReason !== undefined}
        onChange={(event) => onChange({ ...state, isOn: event.target.checked })}
      />
      {state.isOn && (
        <div className={styles.figure}>
          <TextField
            label={t(`kinds.${kind}.figure`)}
            error={isInvalid ? errors[kind] : undefined}
            width="short"
            unit={units[kind]}
            inputMode="decimal"
            autoComplete="off"
            disabled={readonlyReason !== undefined}
            value={state.figure}
            onChange={(event) => onChange({ ...state, figure: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}

/** Names the alerts that are on. */
function TurnedOn({ alerts }: { alerts: ContractAlerts }) {
  const t = useTranslations('consumption-alerts')
  const names = figureKinds.filter((kind) => alerts[kind] !== null).map((kind) => t(`kinds.${kind}.name`))
  if (alerts.over_power) names.push(t('kinds.over_power.name'))
  return <>{names.join(', ') || t('current.none')}</>
}

function SaveFailure({ failure }: { failure: unknown }) {
  const t = useTranslations('consumption-alerts')
  const outageText = useOutageText()
  if (failure === null) return null
  const code = isRefused(failure) ? failure.code : null
  const refused = code === 'contract_ended' || code === 'gas_without_hours' ? t(`refusals.${code}`) : null
  return <ErrorBanner>{refused ?? outageText(failure) ?? t('saveFailed')}</ErrorBanner>
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { DescriptionItem } from '#kit/web/description-list.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'
import { Link } from '#kit/web/link.tsx'
import { NumberField } from '#kit/web/number-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { formatDay, formatDecimal, formatPhone, formatPower } from '#vocabulary/format.ts'
import { addPhonePrefix, parsePhone, splitPhone } from '#vocabulary/phone.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { changePower } from '../api.ts'
import { hasSixPowers, newTariff, parsePowerInput, powerProblems } from '../power-rules.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangeableContract } from './changeable-contract.ts'
import { PowerCostPanel, usePowerCostSum } from './power-cost-panel.tsx'
import { powerTermsQuery } from './queries.ts'
import { changeFieldId, useChangeForm } from './use-change-form.ts'

type SixPowers = [number, number, number, number, number, number]
const periodIndexes = [0, 1, 2, 3, 4, 5]
const fieldOf = (index: number) => `power_p${index + 1}`

type PowerDialogProps = {
  contract: ChangeableContract
  /** The initial field values instead of the present powers, P1 first. */
  suggestedWatts?: readonly (number | null)[]
  onClose: () => void
}

/**
 * The dialog that requests other contracted powers: two up to 15 kW, six above, with the cost of the change beside
 * them.
 */
export function PowerDialog({ contract, suggestedWatts = [], onClose }: PowerDialogProps) {
  const t = useTranslations('changes')
  const locale = useLocale()
  const send = useSend()
  const { powerWatts: present } = contract
  const hasPage = useHasPage()
  const hasCalculator = useSettings().powerCalculator.enabled && hasPage('/power')
  const terms = useQuery(powerTermsQuery(send, contract.name))
  const [inputs, setInputs] = useState(() =>
    periodIndexes.map((index) => {
      const watts = suggestedWatts[index] ?? present[index]
      return watts === undefined ? '' : formatDecimal(kwFromWatts(watts), locale).replace(/\.(?=\d{3},)/g, '')
    }),
  )
  const [phone, setPhone] = useState(contract.phone ? formatPhone(addPhonePrefix(contract.phone)) : '+34 ')

  const isSix = hasSixPowers(inputs.map(parsePowerInput))
  const shown = isSix ? periodIndexes : [0, 1]
  const requested = periodIndexes.map((index) => (shown.includes(index) ? parsePowerInput(inputs[index]!) : 0))
  const watts = requested.map((each) => each ?? 0)
  const powerErrors = powerProblems(requested, present)
  const nameOf = usePeriodName(isSix)
  const nextTariff = newTariff(shown.length, contract.tariff)

  const nowOf = (index: number) =>
    present[index] === undefined ? t('power.none') : t('power.now', { power: formatPower(present[index], locale) })
  // The periods differ across 15 kW.
  const highest = nextTariff ? [] : (terms.data?.highest ?? [])
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

  const change = useChangeForm({
    check: () => ({
      ...Object.fromEntries(powerErrors.map((problem, index) => [fieldOf(index), problem])),
      phone: parsePhone(phone) ? undefined : 'lead_contact_phone_not_valid',
    }),
    version: contract.versions?.power,
    request: (version) => {
      const compact = parsePhone(phone)!
      const { prefix, national } = splitPhone(compact)
      const [power_p1, power_p2, power_p3, power_p4, power_p5, power_p6] = watts as SixPowers
      const powers = { power_p1, power_p2, power_p3, power_p4, power_p5, power_p6 }
      return send(changePower, {
        params: { contractName: contract.name },
        body: { ...powers, phone: compact, phone_num: national, phone_pre: prefix, version },
      })
    },
  })
  const { problems, current } = change
  const costs = {
    terms,
    requested: powerErrors.some(Boolean) ? null : watts.filter((each) => each > 0),
    present,
    tariff: { present: contract.tariff, next: nextTariff },
  }
  const sum = usePowerCostSum(costs)
  const currentPowersKw = current?.power as number[] | undefined

  return (
    <ChangeDialog
      title={t('actions.power')}
      contract={contract}
      change={change}
      submitLabel={t('power.submit')}
      nameOfField={(field) => (isSix && field.startsWith('power_p') ? field.slice(6).toUpperCase() : undefined)}
      isWide
      currentValue={currentPowersKw?.map((kw) => formatPower(Math.round(kw * 1000), locale)).join(' · ')}
      answers={
        <>
          {shown.map((index) => (
            <DescriptionItem key={index} label={t('power.answer', { period: periodAt(index, isSix) })}>
              {formatPower(watts[index]!, locale)}{' '}
              {present[index] !== undefined && (
                <span className="small soft">
                  ({t('power.wasBefore', { power: formatPower(present[index], locale) })})
                </span>
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
      }
      next={[t('power.steps.sign'), t('power.steps.distributor'), t('power.steps.told')]}
      aside={<PowerCostPanel {...costs} />}
      sum={sum}
      onClose={onClose}
    >
      <p className="soft">
        {isSix ? t('power.aboveThreshold') : t('power.lead')}
        {hasCalculator && (
          <>
            {' '}
            <Link href="/power">{t('power.calculate')}</Link>
          </>
        )}
      </p>
      {shown.map((index) => (
        <NumberField
          key={index}
          id={changeFieldId(fieldOf(index))}
          label={
            isSix
              ? nameOf(index)
              : t('power.labelOf', { name: nameOf(index), hours: t(`power.hours.${index === 0 ? 'peak' : 'valley'}`) })
          }
          hint={[nowOf(index), highestOf(index)].filter(Boolean).join(' ')}
          error={problems[fieldOf(index)]}
          unit={t('power.kw')}
          step={0.1}
          min={index < 2 ? 1 : 0}
          value={inputs[index]!}
          onValue={(text) => setInputs((before) => before.with(index, text))}
        />
      ))}
      <TextField
        id={changeFieldId('phone')}
        type="tel"
        autoComplete="tel"
        width="medium"
        label={t('power.phone')}
        hint={t('power.phoneHint')}
        error={problems.phone ?? problems.phone_num ?? problems.phone_pre}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
    </ChangeDialog>
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

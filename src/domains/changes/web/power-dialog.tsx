import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Fact } from '#kit/web/facts.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'
import { Link } from '#kit/web/link.tsx'
import { NumberField } from '#kit/web/number-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { formatDay, formatDecimal, formatPhone, formatPower } from '#vocabulary/format.ts'
import { parsePhone, phoneParts, withPrefix } from '#vocabulary/phone.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { changePower } from '../api.ts'
import { hasSixPowers, newTariff, powerProblems, readPower } from '../power-rules.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangedContract } from './changed-contract.ts'
import { PowerCostPanel, usePowerCostSum } from './power-cost-panel.tsx'
import { powerTermsQuery } from './queries.ts'
import { fieldIdOf, useChange } from './use-change.ts'

type SixPowers = [number, number, number, number, number, number]
const places = [0, 1, 2, 3, 4, 5]
const fieldOf = (place: number) => `power_p${place + 1}`

type PowerDialogProps = {
  contract: ChangedContract
  /** What stands in the fields at first instead of the present powers, P1 first. */
  suggestedWatts?: readonly (number | null)[]
  onClose: () => void
}

/** Asks for other contracted powers: two up to 15 kW, six above, with what the change costs beside them. */
export function PowerDialog({ contract, suggestedWatts = [], onClose }: PowerDialogProps) {
  const t = useTranslations('changes')
  const locale = useLocale()
  const send = useSend()
  const { powerWatts: present } = contract
  const hasPage = useHasPage()
  const hasCalculator = useSettings().powerCalculator.enabled && hasPage('/power')
  const terms = useQuery(powerTermsQuery(send, contract.name))
  const [typed, setTyped] = useState(() =>
    places.map((place) => {
      const watts = suggestedWatts[place] ?? present[place]
      return watts === undefined ? '' : formatDecimal(kwFromWatts(watts), locale).replace(/\.(?=\d{3},)/g, '')
    }),
  )
  const [phone, setPhone] = useState(contract.phone ? formatPhone(withPrefix(contract.phone)) : '+34 ')

  const isSix = hasSixPowers(typed.map(readPower))
  const shown = isSix ? places : [0, 1]
  const asked = places.map((place) => (shown.includes(place) ? readPower(typed[place]!) : 0))
  const watts = asked.map((each) => each ?? 0)
  const powerErrors = powerProblems(asked, present)
  const nameOf = usePeriodName(isSix)
  const nextTariff = newTariff(shown.length, contract.tariff)

  const nowOf = (place: number) =>
    present[place] === undefined ? t('power.none') : t('power.now', { power: formatPower(present[place], locale) })
  // Across 15 kW the periods are others.
  const highest = nextTariff ? [] : (terms.data?.highest ?? [])
  const highestOf = (place: number) => {
    const found = highest.find((each) => each.place === place)
    return (
      found &&
      t('power.highest', {
        power: formatPower(found.watts, locale),
        minutes: found.minutes,
        day: formatDay(found.day, locale),
      })
    )
  }

  const change = useChange({
    check: () => ({
      ...Object.fromEntries(powerErrors.map((problem, place) => [fieldOf(place), problem])),
      phone: parsePhone(phone) ? undefined : 'lead_contact_phone_not_valid',
    }),
    version: contract.versions?.power,
    ask: (version) => {
      const compact = parsePhone(phone)!
      const { prefix, national } = phoneParts(compact)
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
    asked: powerErrors.some(Boolean) ? null : watts.filter((each) => each > 0),
    present,
    tariff: { present: contract.tariff, next: nextTariff },
  }
  const sum = usePowerCostSum(costs)
  const standing = current?.power as number[] | undefined

  return (
    <ChangeDialog
      title={t('actions.power')}
      contract={contract}
      change={change}
      submitLabel={t('power.submit')}
      nameOfField={(field) => (isSix && field.startsWith('power_p') ? field.slice(6).toUpperCase() : undefined)}
      isWide
      presentNow={standing?.map((kw) => formatPower(Math.round(kw * 1000), locale)).join(' · ')}
      answers={
        <>
          {shown.map((place) => (
            <Fact key={place} label={t('power.answer', { period: periodAt(place, isSix) })}>
              {formatPower(watts[place]!, locale)}{' '}
              {present[place] !== undefined && (
                <span className="small soft">
                  ({t('power.wasBefore', { power: formatPower(present[place], locale) })})
                </span>
              )}
            </Fact>
          ))}
          {nextTariff && (
            <Fact label={t('power.tariff.answer')}>
              {nextTariff} <span className="small soft">({t('power.wasBefore', { power: contract.tariff })})</span>
            </Fact>
          )}
          <Fact label={t('power.phoneAnswer')}>{formatPhone(parsePhone(phone) ?? phone)}</Fact>
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
      {shown.map((place) => (
        <NumberField
          key={place}
          id={fieldIdOf(fieldOf(place))}
          label={
            isSix
              ? nameOf(place)
              : t('power.labelOf', { name: nameOf(place), hours: t(`power.hours.${place === 0 ? 'peak' : 'valley'}`) })
          }
          hint={[nowOf(place), highestOf(place)].filter(Boolean).join(' ')}
          error={problems[fieldOf(place)]}
          unit={t('power.kw')}
          step={0.1}
          min={place < 2 ? 1 : 0}
          value={typed[place]!}
          onValue={(text) => setTyped((before) => before.with(place, text))}
        />
      ))}
      <TextField
        id={fieldIdOf('phone')}
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

/** What a period is called: peak and valley where there are two, its number where there are six. */
function usePeriodName(isSix: boolean): (place: number) => string {
  const t = useTranslations('changes.power.field')
  return (place) => {
    const period = periodAt(place, isSix)
    return period === 'peak' || period === 'valley' ? t(period) : period
  }
}

function periodAt(place: number, isSix: boolean) {
  if (isSix) return `P${place + 1}` as const
  return place === 0 ? 'peak' : 'valley'
}

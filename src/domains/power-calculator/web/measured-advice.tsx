import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { minDays } from '../advice-rules.ts'
import { AdviceTable } from './advice-table.tsx'
import styles from './calculator.module.css'
import { powerChangeAddress } from './next-addresses.ts'
import { adviceQuery, type PowerAdviceModel, suppliesQuery } from './queries.ts'

type CalculatedProps = {
  /** The calculated power of the appliances, to show next to the measured one; null before it is calculated. */
  calculatedCentiKw: number | null
}

/** Shows what was measured for the customer's own contracts, and the cheapest powers for it. */
export function MeasuredAdvice({ calculatedCentiKw }: CalculatedProps) {
  const t = useTranslations('power-calculator.advice')
  if (useBoot().hasUpstream) return null
  return (
    <RetryBoundary title={t('failed')} message={t('failedText')} resetKey="advice">
      <SupplyAdvice calculatedCentiKw={calculatedCentiKw} />
    </RetryBoundary>
  )
}

function SupplyAdvice({ calculatedCentiKw }: CalculatedProps) {
  const t = useTranslations('power-calculator.advice')
  const { data: supplies } = useSuspenseQuery(suppliesQuery(useSend()))
  const [chosen, choose] = useState<string | null>(null)
  const supply = supplies.find(({ name }) => name === chosen) ?? supplies[0]
  if (!supply) return null
  return (
    <section className={styles.section} aria-labelledby="power-advice">
      <h2 id="power-advice">{t('title')}</h2>
      {supplies.length > 1 && (
        <div className={styles.narrow}>
          <ContractField supplies={supplies} value={supply.name} onValue={choose} />
        </div>
      )}
      <RetryBoundary title={t('failed')} message={t('failedText')} resetKey={supply.name}>
        <AdviceDetails contractName={supply.name} calculatedCentiKw={calculatedCentiKw} />
      </RetryBoundary>
    </section>
  )
}

type ContractFieldProps = {
  supplies: readonly { name: string; address: string }[]
  value: string
  onValue: (name: string) => void
}

function ContractField({ supplies, value, onValue }: ContractFieldProps) {
  const t = useTranslations('power-calculator.advice')
  return (
    <SearchableSelect
      label={t('contract')}
      searchHint={t('contractHint')}
      value={value}
      onValue={onValue}
      noMatchMessage={t('noContract')}
      matchCountMessage={(count) => t('contractsFit', { count })}
      options={supplies.map(({ name, address }) => ({ value: name, label: `${name} · ${address}` }))}
    />
  )
}

function AdviceDetails({ contractName, calculatedCentiKw }: { contractName: string } & CalculatedProps) {
  const t = useTranslations('power-calculator.advice')
  const locale = useLocale()
  const { data: advice } = useSuspenseQuery(adviceQuery(useSend(), contractName))
  const { verdict, periods, days, savingCents } = advice
  const isChange = verdict === 'lower' || verdict === 'raise'
  const margins = [...new Set(periods.flatMap(({ margin }) => margin ?? []))]
  const money = (cents: number) => formatMoney(cents, locale)

  if (days === 0) return <p>{t('withoutCurve')}</p>
  return (
    <>
      <p className="lead">
        {verdict === 'unmeasured' && t('unmeasured', { days, fewest: minDays })}
        {verdict === 'keep' && t('keep')}
        {verdict === 'lower' && t('lower', { saving: money(savingCents!) })}
        {verdict === 'raise' &&
          t('raise', { isDearer: String(savingCents! < 0), difference: money(Math.abs(savingCents!)) })}
      </p>
      <AdviceTable advice={advice} />
      {calculatedCentiKw !== null && (
        <p>{t('beside', { power: `${formatDecimal(calculatedCentiKw / 100, locale, { decimals: 2 })}\u00a0kW` })}</p>
      )}
      {isChange && <AdvisedChange contractName={contractName} advice={advice} />}
      <p className="note">
        {margins.map((percent) => t('margin', { percent, minutes: percent === 10 ? 15 : 60 })).join(' ')}{' '}
        {advice.bills_excess && t('excess')} {advice.without_tax && t('withoutTax')}
      </p>
    </>
  )
}

function AdvisedChange({ contractName, advice }: { contractName: string; advice: PowerAdviceModel }) {
  const t = useTranslations('power-calculator.advice')
  const locale = useLocale()
  const { features } = useCustomerSettings()
  const { verdict, periods, savingCents, rightsCents } = advice
  const money = (cents: number) => formatMoney(cents, locale)
  return (
    <>
      <p>
        {t('rights', { rights: money(rightsCents!) })}{' '}
        {verdict === 'lower' && t('firstYear', { left: money(savingCents! - rightsCents!) })}
      </p>
      {features.powerChange && (
        <p>
          <ButtonLink
            href={powerChangeAddress(
              contractName,
              periods.map(({ advisedWatts }) => kwFromWatts(advisedWatts!)),
            )}
          >
            {t('change')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

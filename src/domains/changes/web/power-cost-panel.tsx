import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { formatDecimal, formatMoney, formatPower } from '#vocabulary/format.ts'
import {
  type ConnectionCharges,
  monthlyDifference,
  type PowerCosts,
  type PowerPrices,
  powerCosts,
  type TariffPrices,
} from '../power-costs.ts'
import styles from './power-cost-panel.module.css'

type PowerCostTerms = {
  previousPeakWatts: number
  charges: ConnectionCharges
  otherTariff: TariffPrices | null
  powerPrices: Pick<PowerPrices, 'eurPerKwYear' | 'discountPercent'> | null
}

type PowerCostPanelProps = {
  terms: Pick<UseQueryResult<PowerCostTerms>, 'data' | 'isPending'>
  /** The requested powers; null while they are incomplete. */
  requested: readonly number[] | null
  present: readonly number[]
  /** The present access tariff, and the one that the contract changes to. */
  tariff: { present: string; next: string | null }
}

/** Shows the effect of the change on a month's bill and its one-off cost, with the tax where it is known. */
export function PowerCostPanel({ terms: { data, isPending }, requested, present, tariff }: PowerCostPanelProps) {
  const t = useTranslations('changes.power.costs')
  const titleId = useId()
  const prices = pricesToCompare(data, tariff)
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      {tariff.next && data && <NewTariff present={tariff.present} name={tariff.next} prices={data.otherTariff} />}
      {prices && requested && <EveryMonth requested={requested} present={present} prices={prices} />}
      <h3 id={titleId}>{t('title')}</h3>
      {isPending && <Skeleton kind="block" />}
      {!isPending && !data && <p className="small">{t('unknown')}</p>}
      {data && !requested && <p className="small">{t('soon')}</p>}
      {data && requested && (
        <>
          <Costs costs={powerCosts({ requested, present, previousPeakWatts: data.previousPeakWatts }, data.charges)} />
          <p className="note">{t('held')}</p>
          {data.charges.verificationEur !== null && <p className="note">{t('verificationNote')}</p>}
        </>
      )}
    </section>
  )
}

/**
 * Returns the panel as one sentence: the monthly cost difference, or else the one-off cost; null while neither is
 * known.
 */
export function usePowerCostSum({ terms: { data }, requested, present, tariff }: PowerCostPanelProps): string | null {
  const t = useTranslations('changes.power.costs')
  const locale = useLocale()
  const titleOf = useMonthTitle()
  if (!data || !requested) return null
  const prices = pricesToCompare(data, tariff)
  if (prices) return titleOf(monthlyDifference({ requested, present }, prices).differenceCents)
  const { tax, totalCents } = powerCosts(
    { requested, present, previousPeakWatts: data.previousPeakWatts },
    data.charges,
  )
  return t('once', { amount: formatMoney(totalCents, locale), taxes: tax ? 'with' : 'without' })
}

/**
 * Returns undefined across 15 kW: power and energy have other periods there, so a difference of powers would mislead.
 */
function pricesToCompare(
  terms: PowerCostTerms | undefined,
  tariff: PowerCostPanelProps['tariff'],
): PowerPrices | undefined {
  if (!terms?.powerPrices || tariff.next) return undefined
  const { electricityTaxPercent, tax } = terms.charges
  return { ...terms.powerPrices, electricityTaxPercent, taxPercent: tax?.percent ?? null }
}

function useMonthTitle() {
  const t = useTranslations('changes.power.month')
  const locale = useLocale()
  return (differenceCents: number) =>
    t('title', {
      change: differenceCents < 0 ? 'less' : differenceCents > 0 ? 'more' : 'same',
      amount: formatMoney(Math.abs(differenceCents), locale),
    })
}

type EveryMonthProps = { requested: readonly number[]; present: readonly number[]; prices: PowerPrices }

/** Shows the monthly cost difference, and the two yearly power costs that it is a twelfth of. */
function EveryMonth({ requested, present, prices }: EveryMonthProps) {
  const t = useTranslations('changes.power.month')
  const locale = useLocale()
  const titleOf = useMonthTitle()
  const { differenceCents, presentYearCents, nextYearCents } = monthlyDifference({ requested, present }, prices)
  const isTaxed = prices.electricityTaxPercent !== null && prices.taxPercent !== null
  return (
    <div>
      <h3>{titleOf(differenceCents)}</h3>
      <p className="note">
        {t('how', {
          present: formatMoney(presentYearCents, locale),
          next: formatMoney(nextYearCents, locale),
          taxes: isTaxed ? 'with' : 'without',
        })}
      </p>
    </div>
  )
}

/** Shows the new tariff. All prices change across 15 kW, which the customer must know before requesting it. */
function NewTariff({ present, name, prices }: { present: string; name: string; prices: TariffPrices | null }) {
  const t = useTranslations('changes.power.tariff')
  const locale = useLocale()
  return (
    <>
      <h3>{t('title', { name })}</h3>
      <p className="small">
        {t(prices ? 'text' : 'withoutPrices', { present, name, count: name === '2.0TD' ? 3 : 6 })}
      </p>
      {prices && (
        <DescriptionList layout="pairs" isSmall>
          {prices.eurPerKwh.map((energy, index) => (
            <DescriptionItem key={index} label={`P${index + 1}`}>
              {[
                ...(prices.eurPerKwYear[index]
                  ? [t('power', { price: formatDecimal(prices.eurPerKwYear[index], locale) })]
                  : []),
                t('energy', { price: formatDecimal(energy, locale) }),
              ].join(' · ')}
            </DescriptionItem>
          ))}
        </DescriptionList>
      )}
    </>
  )
}

function Costs({ costs: { lines, electricityTax, tax, totalCents } }: { costs: PowerCosts }) {
  const t = useTranslations('changes.power.costs')
  const locale = useLocale()
  return (
    <DescriptionList layout="pairs" isSmall>
      {lines.map((line) => (
        <DescriptionItem
          key={line.kind}
          label={
            'addedWatts' in line
              ? t(line.kind, {
                  power: formatPower(line.addedWatts, locale),
                  price: `${formatDecimal(line.eurPerKw, locale, { decimals: 2 })}\u00a0€`,
                })
              : t(line.kind)
          }
        >
          {formatMoney(line.amountCents, locale)}
        </DescriptionItem>
      ))}
      {electricityTax && (
        <DescriptionItem label={t('electricityTax', { percent: formatDecimal(electricityTax.percent, locale) })}>
          {formatMoney(electricityTax.amountCents, locale)}
        </DescriptionItem>
      )}
      {tax && (
        <DescriptionItem label={t('tax', { kind: tax.kind, percent: formatDecimal(tax.percent, locale) })}>
          {formatMoney(tax.amountCents, locale)}
        </DescriptionItem>
      )}
      <DescriptionItem label={t(tax ? 'total' : 'totalWithoutTax')} isTotal>
        {formatMoney(totalCents, locale)}
      </DescriptionItem>
    </DescriptionList>
  )
}

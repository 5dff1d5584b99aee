import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
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

type Terms = {
  heldWatts: number
  charges: ConnectionCharges
  otherTariff: TariffPrices | null
  powerPrices: Pick<PowerPrices, 'eurPerKwYear' | 'discountPercent'> | null
}

type PowerCostPanelProps = {
  terms: Pick<UseQueryResult<Terms>, 'data' | 'isPending'>
  /** The powers that are asked for, or null while they are not complete. */
  asked: readonly number[] | null
  present: readonly number[]
  /** The present access tariff, and that which the contract changes to. */
  tariff: { present: string; next: string | null }
}

/** What the change makes of a month's bill, and what it costs once, with the tax where it is known. */
export function PowerCostPanel({ terms: { data, isPending }, asked, present, tariff }: PowerCostPanelProps) {
  const t = useTranslations('changes.power.costs')
  const titleId = useId()
  const prices = pricesToCompare(data, tariff)
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      {tariff.next && data && <NewTariff present={tariff.present} name={tariff.next} prices={data.otherTariff} />}
      {prices && asked && <EveryMonth asked={asked} present={present} prices={prices} />}
      <h3 id={titleId}>{t('title')}</h3>
      {isPending && <Skeleton kind="block" />}
      {!isPending && !data && <p className="small">{t('unknown')}</p>}
      {data && !asked && <p className="small">{t('soon')}</p>}
      {data && asked && (
        <>
          <Costs costs={powerCosts({ asked, present, heldWatts: data.heldWatts }, data.charges)} />
          <p className="note">{t('held')}</p>
        </>
      )}
    </section>
  )
}

/** The panel in one sentence: what a month costs more or less, or else what is paid once; null while neither is known. */
export function usePowerCostSum({ terms: { data }, asked, present, tariff }: PowerCostPanelProps): string | null {
  const t = useTranslations('changes.power.costs')
  const locale = useLocale()
  const titleOf = useMonthTitle()
  if (!data || !asked) return null
  const prices = pricesToCompare(data, tariff)
  if (prices) return titleOf(monthlyDifference({ asked, present }, prices).differenceCents)
  const { tax, totalCents } = powerCosts({ asked, present, heldWatts: data.heldWatts }, data.charges)
  return t('once', { amount: formatMoney(totalCents, locale), taxes: tax ? 'with' : 'without' })
}

/** Undefined across 15 kW: there are other periods of power and energy, which no difference of powers can tell. */
function pricesToCompare(terms: Terms | undefined, tariff: PowerCostPanelProps['tariff']): PowerPrices | undefined {
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

type EveryMonthProps = { asked: readonly number[]; present: readonly number[]; prices: PowerPrices }

/** What a month costs more or less, and the two years of power that it is the twelfth of. */
function EveryMonth({ asked, present, prices }: EveryMonthProps) {
  const t = useTranslations('changes.power.month')
  const locale = useLocale()
  const titleOf = useMonthTitle()
  const { differenceCents, presentYearCents, nextYearCents } = monthlyDifference({ asked, present }, prices)
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

/** Across 15 kW everything costs something else, which whoever asks for it ought to know. */
function NewTariff({ present, name, prices }: { present: string; name: string; prices: TariffPrices | null }) {
  const t = useTranslations('changes.power.tariff')
  const locale = useLocale()
  return (
    <>
      <h3>{t('title', { name })}</h3>
      <p className="small">
        {t(prices ? 'words' : 'withoutPrices', { present, name, count: name === '2.0TD' ? 3 : 6 })}
      </p>
      {prices && (
        <Facts layout="pairs" isSmall>
          {prices.eurPerKwh.map((energy, place) => (
            <Fact key={place} label={`P${place + 1}`}>
              {[
                ...(prices.eurPerKwYear[place]
                  ? [t('power', { price: formatDecimal(prices.eurPerKwYear[place], locale) })]
                  : []),
                t('energy', { price: formatDecimal(energy, locale) }),
              ].join(' · ')}
            </Fact>
          ))}
        </Facts>
      )}
    </>
  )
}

function Costs({ costs: { lines, electricityTax, tax, totalCents } }: { costs: PowerCosts }) {
  const t = useTranslations('changes.power.costs')
  const locale = useLocale()
  return (
    <Facts layout="pairs" isSmall>
      {lines.map((line) => (
        <Fact
          key={line.kind}
          label={
            line.kind === 'hook_up'
              ? t('hook_up')
              : t(line.kind, {
                  power: formatPower(line.addedWatts, locale),
                  price: `${formatDecimal(line.eurPerKw, locale, { decimals: 2 })}\u00a0€`,
                })
          }
        >
          {formatMoney(line.amountCents, locale)}
        </Fact>
      ))}
      {electricityTax && (
        <Fact label={t('electricityTax', { percent: formatDecimal(electricityTax.percent, locale) })}>
          {formatMoney(electricityTax.amountCents, locale)}
        </Fact>
      )}
      {tax && (
        <Fact label={t('tax', { kind: tax.kind, percent: formatDecimal(tax.percent, locale) })}>
          {formatMoney(tax.amountCents, locale)}
        </Fact>
      )}
      <Fact label={t(tax ? 'total' : 'totalWithoutTax')} isTotal>
        {formatMoney(totalCents, locale)}
      </Fact>
    </Facts>
  )
}

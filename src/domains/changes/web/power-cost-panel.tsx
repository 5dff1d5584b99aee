import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { formatDecimal, formatMoney, formatPower } from '#vocabulary/format.ts'
import { type ConnectionCharges, type PowerCosts, powerCosts } from '../power-costs.ts'
import styles from './power-cost-panel.module.css'

type Terms = { heldWatts: number; charges: ConnectionCharges }

type PowerCostPanelProps = {
  terms: Pick<UseQueryResult<Terms>, 'data' | 'isPending'>
  /** The powers that are asked for, or null while they are not complete. */
  asked: readonly number[] | null
  present: readonly number[]
}

/** What the change costs once, with the tax where it is known. */
export function PowerCostPanel({ terms: { data, isPending }, asked, present }: PowerCostPanelProps) {
  const t = useTranslations('changes.power.costs')
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
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

function Costs({ costs: { lines, tax, totalCents } }: { costs: PowerCosts }) {
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
      {tax && (
        <Fact label={t('tax', { percent: formatDecimal(tax.percent, locale) })}>
          {formatMoney(tax.amountCents, locale)}
        </Fact>
      )}
      <Fact label={t(tax ? 'total' : 'totalWithoutTax')} isTotal>
        {formatMoney(totalCents, locale)}
      </Fact>
    </Facts>
  )
}

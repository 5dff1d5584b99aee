import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { EmptyState, ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { useSend } from '#kit/web/portal.ts'
import { findComparableRange } from '../../comparison.ts'
import { sumUsedWh } from '../../consumption-curve.ts'
import type { CurveRange } from '../../rules.ts'
import styles from '../consumption-section.module.css'
import { InvalidRangeBanner } from '../invalid-range-banner.tsx'
import { RangePicker } from '../range-picker.tsx'
import { useConsumptionView } from '../use-consumption-view.ts'
import { GasFigure } from './gas-figure.tsx'
import { gasQuery } from './gas-queries.ts'
import { GasReadings } from './gas-readings.tsx'
import type { GasView } from './parse-gas-consumption.ts'

type GasConsumptionProps = {
  id: string
  contractId: number
  /** The address where meter readings are submitted; null if they are not accepted. */
  readingAddress?: string | null | undefined
}

/** Shows the consumption of a gas contract: what was invoiced by month, and its meter readings. */
export function GasConsumption({ id, contractId, readingAddress }: GasConsumptionProps) {
  const t = useTranslations('consumption')
  const [view, show] = useConsumptionView('monthly')
  const gas = useQuery({
    ...gasQuery(useSend(), { contractId, range: view.range }),
    enabled: !view.isInvalid,
    placeholderData: keepPreviousData,
  })
  const { data } = gas
  const titleId = `${id}-title`
  const isRefusedRange = isRefused(gas.error) && gas.error.code === 'cch_invalid_date'
  const showLatest = () => show({ type: 'monthly', range: undefined })

  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{t('title')}</h2>
        <div className={styles.choices}>
          <RangePicker
            type="monthly"
            range={view.range ?? data?.curve.range}
            first={data?.curve.dataFrom ?? null}
            last={data?.curve.dataUntil ?? null}
            onRange={(range) => show({ type: 'monthly', range })}
          />
        </div>
      </div>
      {view.isInvalid || isRefusedRange ? (
        <InvalidRangeBanner onLatest={showLatest} />
      ) : gas.error ? (
        <ErrorState
          title={t('failed.title')}
          failure={gas.error}
          onRetry={() => void gas.refetch()}
          isRetrying={gas.isFetching}
        >
          {t('failed.text')}
        </ErrorState>
      ) : !data ? (
        <div className={styles.waiting}>
          <Skeleton kind="block" />
        </div>
      ) : (
        <div className={styles.shown} aria-busy={gas.isPlaceholderData}>
          <GasMonths contractId={contractId} gas={data} shownRange={view.range} onLatest={showLatest} />
          {data.curve.dataUntil && <GasReadings readings={data.readings} readingAddress={readingAddress} />}
        </div>
      )}
      <Disclosure summary={t('info.title')}>
        <p>{t('gas.explain')}</p>
      </Disclosure>
    </section>
  )
}

type GasMonthsProps = { contractId: number; gas: GasView; shownRange: CurveRange | undefined; onLatest: () => void }

function GasMonths({ contractId, gas, shownRange, onLatest }: GasMonthsProps) {
  const t = useTranslations('consumption')
  const [isCompared, setCompared] = useState(true)
  const range = findComparableRange(gas.curve)
  const before = useQuery({
    ...gasQuery(useSend(), { contractId, range: range ?? gas.curve.range }),
    enabled: range !== null && isCompared,
  })
  const { dataUntil } = gas.curve
  if (sumUsedWh(gas.curve).every((wh) => wh === null))
    return (
      <EmptyState
        kind={dataUntil ? 'filtered' : 'none'}
        title={t('none.title')}
        action={
          dataUntil && (
            <Button variant="second" isSmall onClick={onLatest}>
              {t('range.latest')}
            </Button>
          )
        }
      >
        {dataUntil ? t('none.otherDates') : t('gas.none')}
      </EmptyState>
    )
  return (
    <>
      <GasFigure
        contractId={contractId}
        gas={gas}
        before={(range && isCompared && before.data?.curve) || null}
        range={shownRange}
      />
      {range && (
        <div className={styles.options}>
          <Checkbox
            label={t('compare')}
            checked={isCompared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
        </div>
      )}
    </>
  )
}

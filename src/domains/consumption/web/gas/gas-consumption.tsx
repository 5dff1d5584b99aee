import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { Empty, Failed } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Disclosure } from '#kit/web/disclosure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { comparableRange } from '../../comparison.ts'
import type { DayRange } from '../../rules.ts'
import { allUsedWh } from '../../told-curve.ts'
import styles from '../consumption-section.module.css'
import { RangePicker } from '../range-picker.tsx'
import { useConsumptionView } from '../use-consumption-view.ts'
import { WrongRange } from '../wrong-range.tsx'
import { GasFigure } from './gas-figure.tsx'
import { gasQuery } from './gas-queries.ts'
import { GasReadings } from './gas-readings.tsx'
import type { GasView } from './read-gas.ts'

type GasConsumptionProps = {
  id: string
  contractId: number
  /** Where what the meter shows is sent; null where it is not. */
  readingAddress?: string | null | undefined
}

/** What a gas contract used: what was invoiced by month, and what its meter showed. */
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
        <WrongRange onLatest={showLatest} />
      ) : gas.error ? (
        <Failed
          title={t('failed.title')}
          failure={gas.error}
          onRetry={() => void gas.refetch()}
          isRetrying={gas.isFetching}
        >
          {t('failed.words')}
        </Failed>
      ) : !data ? (
        <div className={styles.waiting}>
          <Skeleton kind="block" />
        </div>
      ) : (
        <div className={styles.shown} aria-busy={gas.isPlaceholderData}>
          <Months contractId={contractId} gas={data} shownRange={view.range} onLatest={showLatest} />
          {data.curve.dataUntil && <GasReadings readings={data.readings} readingAddress={readingAddress} />}
        </div>
      )}
      <Disclosure summary={t('info.title')}>
        <p>{t('gas.explain')}</p>
      </Disclosure>
    </section>
  )
}

type MonthsProps = { contractId: number; gas: GasView; shownRange: DayRange | undefined; onLatest: () => void }

function Months({ contractId, gas, shownRange, onLatest }: MonthsProps) {
  const t = useTranslations('consumption')
  const [isCompared, setCompared] = useState(true)
  const range = comparableRange(gas.curve)
  const before = useQuery({
    ...gasQuery(useSend(), { contractId, range: range ?? gas.curve.range }),
    enabled: range !== null && isCompared,
  })
  const { dataUntil } = gas.curve
  if (allUsedWh(gas.curve).every((wh) => wh === null))
    return (
      <Empty
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
      </Empty>
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

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { isRefused } from '#kit/refusal.ts'
import { Empty, Failed } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { Disclosure } from '#kit/web/disclosure.tsx'
import { Link } from '#kit/web/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Segments } from '#kit/web/segments.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { type EnergyTariff, energyPeriodCount } from '#vocabulary/tariff-periods.ts'
import { comparableRange } from '../comparison.ts'
import { type ChartType, chartTypes, hasConsumption, hasCurves, rangeInView } from '../rules.ts'
import { allUsedWh, type ToldCurve } from '../told-curve.ts'
import { isComparedAtFirst } from './compared.ts'
import styles from './consumption-section.module.css'
import { CurveFigure } from './curve-figure.tsx'
import { curveQuery } from './queries.ts'
import { RangePicker } from './range-picker.tsx'
import { type ShownView, useConsumptionView } from './use-consumption-view.ts'
import { WrongRange } from './wrong-range.tsx'

const GasConsumption = lazy(async () => ({ default: (await import('./gas/gas-consumption.tsx')).GasConsumption }))

type ConsumptionSectionProps = {
  /** Where addresses of the page lead to. */
  id: string
  contract: {
    /** The contract's id on the wire. */
    id: number
    energy: 'electricity' | 'gas'
    tariff: string
  }
  /** Where what the meter shows is sent; null where it is not. */
  readingAddress?: string | null
}

/** What a contract used: by months, days, hours or quarters, or what was invoiced of gas and what its meter showed. */
export function ConsumptionSection({
  id,
  contract: { id: contractId, energy, tariff },
  readingAddress,
}: ConsumptionSectionProps) {
  const boot = useBoot()
  if (hasCurves(tariff)) return <Consumption {...{ id, contractId, tariff, readingAddress }} />
  if (!hasConsumption({ energy, tariff }, boot)) return null
  return (
    <Suspense fallback={<Skeleton kind="block" />}>
      <GasConsumption id={id} contractId={contractId} readingAddress={readingAddress} />
    </Suspense>
  )
}

type OfElectricity = Pick<ConsumptionSectionProps, 'id' | 'readingAddress'> & {
  contractId: number
  tariff: EnergyTariff
}

function Consumption({ id, contractId, tariff, readingAddress }: OfElectricity) {
  const t = useTranslations('consumption')
  const { enableInfoCCH } = useCustomerSettings().features
  const [view, show] = useConsumptionView()
  const curve = useQuery({
    ...curveQuery(useSend(), { contractId, ...view }),
    enabled: !view.isInvalid,
    placeholderData: keepPreviousData,
  })
  const titleId = `${id}-title`
  const isRefusedRange = isRefused(curve.error) && curve.error.code === 'cch_invalid_date'
  const { data } = curve

  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{t('title')}</h2>
        <div className={styles.choices}>
          <Segments
            label={t('views.label')}
            options={offeredTypes(view.type, data).map((type) => ({ value: type, label: t(`views.${type}`) }))}
            value={view.type}
            // Whoever has chosen no dates sees the newest of every view: whole months end long before the newest day does.
            onValue={(type) => show({ type, range: view.range && data && rangeInView(type, tellable(data)) })}
          />
          <RangePicker
            type={view.type}
            range={view.range ?? (data?.type === view.type ? data.range : undefined)}
            first={data?.dataFrom ?? null}
            last={data?.dataUntil ?? null}
            onRange={(range) => show({ type: view.type, range })}
          />
        </div>
      </div>
      {view.isInvalid || isRefusedRange ? (
        <WrongRange onLatest={() => show({ type: view.type, range: undefined })} />
      ) : curve.error ? (
        <Failed
          title={t('failed.title')}
          failure={curve.error}
          onRetry={() => void curve.refetch()}
          isRetrying={curve.isFetching}
        >
          {t('failed.words')}
        </Failed>
      ) : !data ? (
        <div className={styles.waiting}>
          <Skeleton kind="block" />
        </div>
      ) : isEmpty(data) ? (
        <NoData curve={data} onLatest={() => show({ type: view.type, range: undefined })} />
      ) : (
        <div className={styles.shown} aria-busy={curve.isPlaceholderData}>
          <ShownCurve contractId={contractId} curve={data} periodCount={energyPeriodCount(tariff)} onCloser={show} />
        </div>
      )}
      {readingAddress && (
        <p className="small">{t.rich('reading', { link: (words) => <Link href={readingAddress}>{words}</Link> })}</p>
      )}
      {enableInfoCCH && (
        <Disclosure summary={t('info.title')}>
          <p>{t('info.words')}</p>
        </Disclosure>
      )}
    </section>
  )
}

/** A point that is measured by the hour has no quarters to offer. */
function offeredTypes(type: ChartType, curve: ToldCurve | undefined): readonly ChartType[] {
  const hasQuarters = type === 'quarter-hourly' || curve?.stepMinutes === 15
  return hasQuarters ? chartTypes : chartTypes.filter((offered) => offered !== 'quarter-hourly')
}

/** The part of a range of which something may be known. */
function tellable({ range, dataUntil }: ToldCurve) {
  const { start, end } = range
  return dataUntil && dataUntil >= start && dataUntil < end ? { start, end: dataUntil } : range
}

function isEmpty(curve: ToldCurve): boolean {
  return allUsedWh(curve).every((wh) => wh === null) && !curve.fedInWh
}

type ShownCurveProps = {
  contractId: number
  curve: ToldCurve
  periodCount: 3 | 6
  onCloser: (view: ShownView) => void
}

function ShownCurve({ contractId, curve, periodCount, onCloser }: ShownCurveProps) {
  const t = useTranslations('consumption')
  const [isCompared, setCompared] = useState<boolean>()
  const [hasReactive, setReactive] = useState(false)
  const range = comparableRange(curve)
  const wantsBefore = range !== null && (isCompared ?? isComparedAtFirst(curve.type))
  const before = useQuery({
    ...curveQuery(useSend(), { contractId, type: curve.type, range: range ?? curve.range }),
    enabled: wantsBefore,
  })
  return (
    <>
      <CurveFigure
        contractId={contractId}
        curve={curve}
        before={(wantsBefore && before.data) || null}
        hasReactive={hasReactive}
        periodCount={periodCount}
        onCloser={onCloser}
      />
      <div className={styles.options}>
        {range && (
          <Checkbox
            label={t('compare')}
            checked={wantsBefore}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
        )}
        {curve.reactiveVarh && (
          <Checkbox
            label={t('showReactive')}
            checked={hasReactive}
            onChange={(event) => setReactive(event.currentTarget.checked)}
          />
        )}
      </div>
    </>
  )
}

function NoData({ curve: { dataUntil }, onLatest }: { curve: ToldCurve; onLatest: () => void }) {
  const t = useTranslations('consumption')
  const latest = (
    <Button variant="second" isSmall onClick={onLatest}>
      {t('range.latest')}
    </Button>
  )
  return (
    <Empty kind={dataUntil ? 'filtered' : 'none'} title={t('none.title')} action={dataUntil && latest}>
      {dataUntil ? t('none.otherDates') : t('none.notYet')}
    </Empty>
  )
}

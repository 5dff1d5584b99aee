import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { isRefused } from '#kit/refusal.ts'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { type EnergyTariff, energyPeriodCount } from '#vocabulary/tariff-periods.ts'
import { findComparableRange } from '../comparison.ts'
import { type ConsumptionCurve, sumUsedWh } from '../consumption-curve.ts'
import { type ChartType, chartTypes, fitRangeToView, hasConsumption, hasCurves, isValidRange } from '../rules.ts'
import { CompletenessPlace } from './completeness/completeness-place.tsx'
import styles from './consumption-section.module.css'
import { CurveFigure } from './curve-figure.tsx'
import { isComparedByDefault } from './is-compared-by-default.ts'
import { curveQuery } from './queries.ts'
import { RangePicker } from './range-picker.tsx'
import { type ShownView, useConsumptionView } from './use-consumption-view.ts'

const GasConsumption = lazyPart(async () => (await import('./gas/gas-consumption.tsx')).GasConsumption)

// Few see one of these, and the page should stay small.
const InvalidRangeBanner = lazyPart(async () => (await import('./invalid-range-banner.tsx')).InvalidRangeBanner)

const NoData = lazyPart(async () => (await import('./no-data.tsx')).NoData)

/** The curve whose cost is shown, and how to zoom in on it. */
export type CostFigureProps = Pick<ShownCurveProps, 'contractId' | 'curve' | 'periodCount' | 'onDrillDown'>

type ConsumptionSectionProps = {
  /** The id in the addresses of the page. */
  id: string
  contract: {
    /** The contract's API id. */
    id: number
    energy: 'electricity' | 'gas'
    tariff: string
  }
  /** The address where meter readings are submitted; null if they are not accepted. */
  readingAddress?: string | null
  /** Shows what the curve cost, in place of its energy; without it the section has no such switch. */
  costFigure?: ComponentType<CostFigureProps> | undefined
}

/**
 * Shows the consumption of a contract: by months, days, hours or quarter hours, or for gas what was invoiced and the
 * meter readings.
 */
export function ConsumptionSection({
  id,
  contract: { id: contractId, energy, tariff },
  readingAddress,
  costFigure,
}: ConsumptionSectionProps) {
  const boot = useBoot()
  if (hasCurves(tariff)) return <ElectricityConsumption {...{ id, contractId, tariff, readingAddress, costFigure }} />
  if (!hasConsumption({ energy, tariff }, boot)) return null
  return (
    <Suspense fallback={<Skeleton kind="block" />}>
      <GasConsumption id={id} contractId={contractId} readingAddress={readingAddress} />
    </Suspense>
  )
}

type ElectricityConsumptionProps = Pick<ConsumptionSectionProps, 'id' | 'readingAddress' | 'costFigure'> & {
  contractId: number
  tariff: EnergyTariff
}

function ElectricityConsumption({
  id,
  contractId,
  tariff,
  readingAddress,
  costFigure: CostFigure,
}: ElectricityConsumptionProps) {
  const t = useTranslations('consumption')
  const [view, show] = useConsumptionView()
  const [unit, setUnit] = useState<Unit>('kWh')
  const { hasUpstream } = useBoot()
  const curve = useQuery({
    ...curveQuery(useSend(), { contractId, ...view }),
    enabled: !view.isInvalid,
    placeholderData: keepPreviousData,
  })
  const titleId = `${id}-title`
  const isRefusedRange = isRefused(curve.error) && curve.error.code === 'cch_invalid_date'
  const { data } = curve
  const showLatest = () => show({ type: view.type, range: undefined })
  const shown = data && { contractId, curve: data, periodCount: energyPeriodCount(tariff), onDrillDown: show }

  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{t('title')}</h2>
        <ViewChoices view={view} show={show} data={data}>
          {CostFigure && (
            <SegmentedControl
              label={t('unit')}
              options={units.map((value) => ({ value, label: value }))}
              value={unit}
              onValue={setUnit}
            />
          )}
        </ViewChoices>
      </div>
      <Suspense fallback={<Skeleton kind="block" />}>
        {view.isInvalid || isRefusedRange ? (
          <InvalidRangeBanner onLatest={showLatest} />
        ) : curve.error ? (
          <ErrorState
            title={t('failed.title')}
            failure={curve.error}
            onRetry={() => void curve.refetch()}
            isRetrying={curve.isFetching}
          >
            {t('failed.text')}
          </ErrorState>
        ) : !shown ? (
          <div className={styles.waiting}>
            <Skeleton kind="block" />
          </div>
        ) : isEmpty(shown.curve) ? (
          <NoData curve={shown.curve} onLatest={showLatest} />
        ) : (
          <div className={styles.shown} aria-busy={curve.isPlaceholderData}>
            {CostFigure && unit === '€' ? <CostFigure {...shown} /> : <ShownCurve {...shown} />}
            {!hasUpstream && isValidRange('daily', shown.curve.range) && (
              <CompletenessPlace contractId={contractId} range={shown.curve.range} />
            )}
          </div>
        )}
      </Suspense>
      <FurtherInformation readingAddress={readingAddress} />
    </section>
  )
}

const units = ['kWh', '€'] as const
type Unit = (typeof units)[number]

/** Returns the chart types on offer, without quarter hours for a supply point measured by the hour. */
function listOfferedTypes(type: ChartType, curve: ConsumptionCurve | undefined): readonly ChartType[] {
  const hasQuarters = type === 'quarter-hourly' || curve?.stepMinutes === 15
  return hasQuarters ? chartTypes : chartTypes.filter((offered) => offered !== 'quarter-hourly')
}

/** Returns the part of a range for which there may be data. */
function clipToData({ range, dataUntil }: ConsumptionCurve) {
  const { start, end } = range
  return dataUntil && dataUntil >= start && dataUntil < end ? { start, end: dataUntil } : range
}

function isEmpty(curve: ConsumptionCurve): boolean {
  return sumUsedWh(curve).every((wh) => wh === null) && !curve.fedInWh
}

type ShownCurveProps = {
  contractId: number
  curve: ConsumptionCurve
  periodCount: 3 | 6
  onDrillDown: (view: ShownView) => void
}

function ShownCurve({ contractId, curve, periodCount, onDrillDown }: ShownCurveProps) {
  const t = useTranslations('consumption')
  const [isCompared, setCompared] = useState<boolean>()
  const [hasReactive, setReactive] = useState(false)
  const range = findComparableRange(curve)
  const showsYearBefore = range !== null && (isCompared ?? isComparedByDefault(curve.type))
  const before = useQuery({
    ...curveQuery(useSend(), { contractId, type: curve.type, range: range ?? curve.range }),
    enabled: showsYearBefore,
  })
  return (
    <>
      <CurveFigure
        contractId={contractId}
        curve={curve}
        before={(showsYearBefore && before.data) || null}
        hasReactive={hasReactive}
        periodCount={periodCount}
        onDrillDown={onDrillDown}
      />
      <div className={styles.options}>
        {range && (
          <Checkbox
            label={t('compare')}
            checked={showsYearBefore}
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

type ViewChoicesProps = {
  view: ReturnType<typeof useConsumptionView>[0]
  show: ReturnType<typeof useConsumptionView>[1]
  data: ConsumptionCurve | undefined
  children: ReactNode
}

function ViewChoices({ view, show, data, children }: ViewChoicesProps) {
  const t = useTranslations('consumption')
  return (
    <div className={styles.choices}>
      <SegmentedControl
        label={t('views.label')}
        options={listOfferedTypes(view.type, data).map((type) => ({ value: type, label: t(`views.${type}`) }))}
        value={view.type}
        // Without chosen dates, every view shows its newest data: whole months end long before the newest day does.
        onValue={(type) => show({ type, range: view.range && data && fitRangeToView(type, clipToData(data)) })}
      />
      <RangePicker
        type={view.type}
        range={view.range ?? (data?.type === view.type ? data.range : undefined)}
        first={data?.dataFrom ?? null}
        last={data?.dataUntil ?? null}
        onRange={(range) => show({ type: view.type, range })}
      />
      {children}
    </div>
  )
}

function FurtherInformation({ readingAddress }: Pick<ConsumptionSectionProps, 'readingAddress'>) {
  const t = useTranslations('consumption')
  const { enableInfoCCH } = useCustomerSettings().features
  return (
    <>
      {readingAddress && (
        <p className="small">{t.rich('reading', { link: (chunks) => <Link href={readingAddress}>{chunks}</Link> })}</p>
      )}
      {enableInfoCCH && (
        <Disclosure summary={t('info.title')}>
          <p>{t('info.text')}</p>
        </Disclosure>
      )}
    </>
  )
}

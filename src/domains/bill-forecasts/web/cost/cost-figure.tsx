import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CostFigureProps } from '#domains/consumption/web/consumption-section.tsx'
import { findDrillDownView } from '#domains/consumption/web/drill-down-view.ts'
import { spanOf } from '#domains/consumption/web/interval-names.ts'
import { useCurveTexts } from '#domains/consumption/web/use-curve-texts.ts'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { CurveCost } from '../../api.ts'
import { curveCostQuery } from '../queries.ts'
import { buildCostChart, sumCosts } from './build-cost-chart.ts'

/** Draws what each interval of a contract's curve cost with everything in it. Selecting a bar zooms in on it. */
export function CostFigure(props: CostFigureProps) {
  const t = useTranslations('bill-forecasts.cost')
  const { contractId, curve } = props
  const cost = useQuery(curveCostQuery(useSend(), { contractId, type: curve.type, range: curve.range }))
  if (cost.data) return <ShownCost {...props} cost={cost.data} />
  if (!cost.error) return <Skeleton kind="block" />
  return (
    <ErrorState
      title={t('failed.title')}
      failure={cost.error}
      onRetry={() => void cost.refetch()}
      isRetrying={cost.isFetching}
    >
      {t('failed.text')}
    </ErrorState>
  )
}

function ShownCost({ curve, periodCount, onDrillDown, cost }: CostFigureProps & { cost: CurveCost }) {
  const t = useTranslations('bill-forecasts.cost')
  const locale = useLocale()
  const texts = useCurveTexts(periodCount)
  const { type } = curve
  const data = useMemo(() => {
    const labels = { axis: t('axis'), energy: t('energy'), fixed: t('fixed'), total: t('total') }
    return buildCostChart(cost, { type, periodCount, locale, texts, labels })
  }, [cost, type, periodCount, locale, texts, t])
  const { energyCents, fixedCents } = sumCosts(cost)
  const money = (cents: number) => formatMoney(cents, locale)
  const isUnknown = cost.fixed.some((euros) => euros === null)
  const notes = [
    t('note'),
    cost.follows_market && t('market'),
    cost.not_billed_from && t('notBilled', { day: formatDay(cost.not_billed_from, locale) }),
    isUnknown && t('unknown'),
  ]
  return (
    <BarChart
      title={t(`titles.${type}`)}
      summary={t('summary', {
        ...{ total: money(energyCents + fixedCents), energy: money(energyCents), fixed: money(fixedCents) },
      })}
      data={data}
      linkOf={(stretch) => {
        const view = findDrillDownView(curve, spanOf({ type, starts: cost.date }, stretch))
        return (
          view && { label: texts.span(spanOf({ type, starts: cost.date }, stretch)), open: () => onDrillDown(view) }
        )
      }}
      note={notes.filter(Boolean).join(' ')}
    />
  )
}

import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import type { ConsumptionCurve } from '../consumption-curve.ts'

/** Says that the chosen dates have no data, or that there are none yet. */
export function NoData({ curve: { dataUntil }, onLatest }: { curve: ConsumptionCurve; onLatest: () => void }) {
  const t = useTranslations('consumption')
  const latest = (
    <Button variant="second" isSmall onClick={onLatest}>
      {t('range.latest')}
    </Button>
  )
  return (
    <EmptyState kind={dataUntil ? 'filtered' : 'none'} title={t('none.title')} action={dataUntil && latest}>
      {dataUntil ? t('none.otherDates') : t('none.notYet')}
    </EmptyState>
  )
}

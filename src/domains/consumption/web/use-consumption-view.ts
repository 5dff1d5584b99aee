import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from '#kit/web/page.ts'
import type { ChartType } from '../rules.ts'
import { type ConsumptionView, parseViewSearch, toViewSearch } from './view-search.ts'

export type ShownView = Pick<ConsumptionView, 'type' | 'range'>

/**
 * Returns the view from the address and a function that changes it; going back restores the previous view. `only` is
 * the view of a contract that has no other.
 */
export function useConsumptionView(only?: ChartType): [ConsumptionView, (view: ShownView) => void] {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as SearchParams
  const show = (view: ShownView) =>
    void navigate({
      to: '.',
      search: ((present: SearchParams) => ({ ...present, ...toViewSearch(view) })) as never,
      resetScroll: false,
    })
  return [parseViewSearch(only ? { ...search, curve: only } : search), show]
}

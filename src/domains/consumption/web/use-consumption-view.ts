import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search } from '#kit/web/page.ts'
import type { ChartType } from '../rules.ts'
import { type ConsumptionView, readView, searchOf } from './address.ts'

export type ShownView = Pick<ConsumptionView, 'type' | 'range'>

/**
 * What the address asks for, and how to ask for something else; going back shows what was there before. `only` is the view of a
 * contract that has no other.
 */
export function useConsumptionView(only?: ChartType): [ConsumptionView, (view: ShownView) => void] {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const show = (view: ShownView) =>
    void navigate({
      to: '.',
      search: ((present: Search) => ({ ...present, ...searchOf(view) })) as never,
      resetScroll: false,
    })
  return [readView(only ? { ...search, curve: only } : search), show]
}

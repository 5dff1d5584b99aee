import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { SearchParams } from '../page.ts'

/**
 * Passes the value of a query parameter on and removes it from the address, so that returning to the page does not
 * apply it again.
 */
export function useOneTimeSearchParam(name: string, onValue: (value: string) => void) {
  const navigate = useNavigate()
  const value = (useSearch({ strict: false }) as SearchParams)[name]
  const handOver = useEffectEvent(onValue)
  useEffect(() => {
    if (value === undefined) return
    handOver(value)
    void navigate({
      to: '.',
      search: (search: SearchParams) => ({ ...search, [name]: undefined }) as never,
      replace: true,
    })
  }, [name, value, navigate])
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Search } from './page.ts'

/**
 * Hands over what stands in the address under a name, and takes it out of there, so that coming back does not bring it
 * again.
 */
export function useTakenFromAddress(name: string, take: (value: string) => void) {
  const navigate = useNavigate()
  const value = (useSearch({ strict: false }) as Search)[name]
  const handOver = useEffectEvent(take)
  useEffect(() => {
    if (value === undefined) return
    handOver(value)
    void navigate({ to: '.', search: (search: Search) => ({ ...search, [name]: undefined }) as never, replace: true })
  }, [name, value, navigate])
}

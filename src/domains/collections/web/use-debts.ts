import { useQuery } from '@tanstack/react-query'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { debtsQuery } from './queries.ts'

/**
 * Returns the debts of the customer, the one that has gone furthest first, and the bills that they pay in parts: none while
 * they load, or if they cannot be loaded.
 */
export function useDebts() {
  const { hasUpstream } = useBoot()
  const { data } = useQuery({ ...debtsQuery(useSend()), enabled: !hasUpstream })
  return { debts: data?.items ?? [], plans: data?.plans ?? [] }
}

import { useQuery } from '@tanstack/react-query'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { returnedDebitsQuery } from './queries.ts'

/** Returns the returned debits whose invoices are owed: none while they load, or if they cannot be loaded. */
export function useReturnedDebits() {
  const { hasUpstream } = useBoot()
  const { data = [] } = useQuery({ ...returnedDebitsQuery(useSend()), enabled: !hasUpstream })
  return data
}

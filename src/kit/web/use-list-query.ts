import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

type ListState<Data> = {
  /** The list, or the last one that could be read in its place; undefined before the first has come. */
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/**
 * A list that keeps its place: where another page, filter or refresh cannot be read, the rows that are there stay, with the
 * error beside them. `place` names the list; what stood in another is not shown.
 * @throws what kept the first one from being read, for the nearest boundary.
 */
export function useListQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  place = '',
): ListState<Data> {
  const { data, error, isFetching, refetch } = useQuery(options)
  const [last, setLast] = useState<{ place: string; data: Data }>()
  if (data !== undefined && (last?.data !== data || last.place !== place)) setLast({ place, data })
  const shown = data ?? (last?.place === place ? last.data : undefined)
  if (shown === undefined && error && !isFetching) throw error
  return { data: shown, error, isFetching, refetch: () => void refetch() }
}

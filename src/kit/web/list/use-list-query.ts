import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

type ListQueryResult<Data> = {
  /** The list, or the last one that could be loaded in its place; undefined before the first has arrived. */
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Loads a list and keeps its last rows: where another page, filter or refresh cannot be loaded, the existing rows stay,
 * with the error beside them. `place` names the list; rows of another place are not shown.
 * @throws the error of the first load, for the nearest boundary.
 */
export function useListQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  listKey = '',
): ListQueryResult<Data> {
  const { data, error, isFetching, refetch } = useQuery(options)
  const [last, setLast] = useState<{ listKey: string; data: Data }>()
  if (data !== undefined && (last?.data !== data || last.listKey !== listKey)) setLast({ listKey, data })
  const shown = data ?? (last?.listKey === listKey ? last.data : undefined)
  if (shown === undefined && error && !isFetching) throw error
  return { data: shown, error, isFetching, refetch: () => void refetch() }
}

import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const figuresKey = ['regulated']

/** Every figure, with what holds and what comes next. */
export function figuresQuery(send: Send) {
  return queryOptions({
    queryKey: [...figuresKey, 'list'],
    queryFn: async ({ signal }) => (await send((await api()).listFigures, { signal })).items,
  })
}

/** A figure with all its values. */
export function figureQuery(send: Send, name: string) {
  return queryOptions({
    queryKey: [...figuresKey, 'one', name],
    queryFn: async ({ signal }) => send((await api()).readFigure, { params: { name }, signal }),
  })
}

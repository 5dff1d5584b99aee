import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const importsKey = ['imports']

const refetchIntervalMs = 2_000

/** Query for a page of imports, refetched while one of them is in progress. */
export const importsQuery = pageQuery(importsKey, async () => (await import('../api.ts')).listImports, {
  refetchInterval: ({ state: { data } }) =>
    data?.items.some(({ state }) => state === 'waiting' || state === 'running') ? refetchIntervalMs : false,
})

/** The groups of the menu, each with the pages that stand in it, by the name of their words. */
export const menu = [{ group: 'system', entries: [{ name: 'operators', href: '/operator/operators' }] }] as const

type EntryName = (typeof menu)[number]['entries'][number]['name']

/** The entry whose page, or one below it, is shown; undefined where it is none of the menu. */
export function presentEntry(pathname: string): EntryName | undefined {
  const entries = menu.flatMap((group) => [...group.entries])
  return entries.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))?.name
}

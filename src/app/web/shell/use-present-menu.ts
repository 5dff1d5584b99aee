import type { SearchParams } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { pages } from '../pages.ts'
import { hasPage, matchPath } from '../paths.ts'
import { useOpenedLocation } from '../use-opened-location.ts'
import { type EntryName, menuOf, type PortalMenu, presentEntry } from './menu.ts'

/** What the layout parts show: the visitor's menu, and its current entry. */
export type PresentMenu = { menu: PortalMenu; present?: EntryName }

/** Returns the menu for the current page. */
export function usePresentMenu(): PresentMenu {
  const boot = useBoot()
  const pathname = useOpenedLocation(pathnameOf)
  const action = useOpenedLocation(actionOf)
  const page = pages.find(({ path }) => matchPath(path, pathname))
  const menu = menuOf(boot, { protection: page?.protection ?? 'unprotected', hasPage })
  const entries = Object.values(menu).flat()
  return { menu, present: presentEntry(entries, { pathname, action }) }
}

const pathnameOf = ({ pathname }: { pathname: string }) => pathname
const actionOf = ({ search }: { search: object }) => (search as SearchParams).action

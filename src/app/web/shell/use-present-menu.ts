import { useLocation } from '@tanstack/react-router'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { pages } from '../pages.ts'
import { hasPage, matchPath } from '../paths.ts'
import { type EntryName, menuOf, type PortalMenu, presentEntry } from './menu.ts'

/** What the layout parts show: the visitor's menu, and its current entry. */
export type PresentMenu = { menu: PortalMenu; present?: EntryName }

/** Returns the menu for the current page. */
export function usePresentMenu(): PresentMenu {
  const boot = useBoot()
  const { pathname, search } = useLocation()
  const page = pages.find(({ path }) => matchPath(path, pathname))
  const menu = menuOf(boot, { protection: page?.protection ?? 'unprotected', hasPage })
  const entries = Object.values(menu).flat()
  return { menu, present: presentEntry(entries, { pathname, action: (search as SearchParams).action }) }
}

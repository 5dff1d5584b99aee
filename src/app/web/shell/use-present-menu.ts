import { useLocation } from '@tanstack/react-router'
import type { Search } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { pages } from '../pages.ts'
import { hasPage, matchPath } from '../paths.ts'
import { type EntryName, type Menu, menuOf, presentEntry } from './menu.ts'

/** What the parts of the frame show: the menu of the visitor, and at which of its entries they are. */
export type PresentMenu = { menu: Menu; present?: EntryName }

/** The menu for the page that is shown. */
export function usePresentMenu(): PresentMenu {
  const boot = useBoot()
  const { pathname, search } = useLocation()
  const page = pages.find(({ path }) => matchPath(path, pathname))
  const menu = menuOf(boot, { protection: page?.protection ?? 'unprotected', hasPage })
  const entries = Object.values(menu).flat()
  return { menu, present: presentEntry(entries, { pathname, action: (search as Search).action }) }
}

import { lazyRouteComponent } from '@tanstack/react-router'
import { createProgramRouter, createRouteTree, type Screen, type Visit } from '../web/program.tsx'
import { decideOperatorNavigation, isPageForbidden } from './guard.ts'
import { pages } from './pages.ts'

const routeTree = createRouteTree({
  pages,
  screens: Object.fromEntries(
    Object.entries(
      import.meta.glob<Screen>(['../../domains/*/desk/{*/,}web/*-screen.tsx', '../../backoffice/*/web/*-screen.tsx']),
    ).map(([file, screen]) => [file, async () => loadOnlyIfAllowed(await screen())]),
  ),
  layout: {
    component: lazyRouteComponent(() => import('./operator-layout.tsx'), 'OperatorLayout'),
    texts: ['operator-area', 'shell', 'session'],
  },
  decide: async (visit) => decideOperatorNavigation(visit),
})

/** Wraps a screen so that it loads nothing if the layout shows the missing role in its place. */
function loadOnlyIfAllowed(screen: Screen): Screen {
  const { load } = screen
  if (!load) return screen
  return {
    ...screen,
    load: async (context) => {
      const page = pages.find(({ path }) => path === context.path)!
      return isPageForbidden(page, context.boot) ? undefined : load(context)
    },
  }
}

/** Creates the router of one visit to the back office. */
export function makeRouter(visit: Visit) {
  return createProgramRouter(routeTree, visit)
}

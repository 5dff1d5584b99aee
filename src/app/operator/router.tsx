import { lazyRouteComponent } from '@tanstack/react-router'
import { routerOf, routeTreeOf, type Screen, type Visit } from '../web/program.tsx'
import { decide, isWithheld } from './guard.ts'
import { pages } from './pages.ts'

const routeTree = routeTreeOf({
  pages,
  screens: Object.fromEntries(
    Object.entries(import.meta.glob<Screen>('../../desks/*/web/*-screen.tsx')).map(([file, screen]) => [
      file,
      async () => askingOnlyIfShown(await screen()),
    ]),
  ),
  folder: '../../desks',
  office: {
    component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
    texts: ['operator-area', 'shell', 'session'],
  },
  decide: async (visit) => decide(visit),
})

/** The screen, which asks for nothing where the frame says in its place that it takes another role. */
function askingOnlyIfShown(screen: Screen): Screen {
  const { load } = screen
  if (!load) return screen
  return {
    ...screen,
    load: async (context) => {
      const page = pages.find(({ path }) => path === context.path)!
      return isWithheld(page, context.boot) ? undefined : load(context)
    },
  }
}

/** The router of one visit to the operator's area. */
export function makeRouter(visit: Visit) {
  return routerOf(routeTree, visit)
}

import { lazyRouteComponent } from '@tanstack/react-router'
import { routerOf, routeTreeOf, type Screen, type Visit } from '../web/program.tsx'
import { decide, isWithheld } from './guard.ts'
import { pages } from './pages.ts'

const routeTree = routeTreeOf({
  pages,
  screens: import.meta.glob<Screen>('../../desks/*/web/*-screen.tsx'),
  folder: '../../desks',
  office: {
    component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
    texts: ['operator-area', 'shell', 'session'],
  },
  decide: async (visit) => decide(visit),
  isWithheld,
})

/** The router of one visit to the operator's area. */
export function makeRouter(visit: Visit) {
  return routerOf(routeTree, visit)
}

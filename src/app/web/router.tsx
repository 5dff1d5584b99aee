import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from './pages.ts'
import { routerOf, routeTreeOf, type Screen, type Visit } from './program.tsx'

const routeTree = routeTreeOf({
  pages,
  screens: import.meta.glob<Screen>('../../domains/*/web/*-screen.tsx'),
  folder: '../../domains',
  office: { component: lazyRouteComponent(() => import('./shell/office.tsx'), 'Office'), texts: ['shell'] },
  // Only from the second page on: the server has decided on the first.
  decide: async (visit) => {
    const [{ decide }, { withKnownReturn }] = await Promise.all([import('./guard.ts'), import('./known-return.ts')])
    return decide({ ...visit, address: withKnownReturn(visit.address) })
  },
  partsPage: import.meta.env.DEV
    ? { path: '/kit', component: lazyRouteComponent(() => import('./kit-page.tsx'), 'KitPage') }
    : undefined,
})

/** The router of one visit to the customers' portal. */
export function makeRouter(visit: Visit) {
  return routerOf(routeTree, visit)
}

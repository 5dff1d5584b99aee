import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from './pages.ts'
import { createProgramRouter, createRouteTree, type Screen, type Visit } from './program.tsx'

const routeTree = createRouteTree({
  pages,
  screens: import.meta.glob<Screen>('../../domains/*/web/*-screen.tsx'),
  layout: { component: lazyRouteComponent(() => import('./shell/app-layout.tsx'), 'AppLayout'), texts: ['shell'] },
  // Only from the second page on: the server has decided about the first.
  decide: async (visit) => {
    const [{ decideNavigation }, { dropUnknownReturn }] = await Promise.all([
      import('./guard.ts'),
      import('./drop-unknown-return.ts'),
    ])
    return decideNavigation({ ...visit, address: dropUnknownReturn(visit.address) })
  },
  kitPage: import.meta.env.DEV
    ? { path: '/kit', component: lazyRouteComponent(() => import('./kit-page.tsx'), 'KitPage') }
    : undefined,
})

/** Creates the router of a visit to the customer portal. */
export function makeRouter(visit: Visit) {
  return createProgramRouter(routeTree, visit)
}

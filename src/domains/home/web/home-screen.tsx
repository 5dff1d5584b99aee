import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { AltHomeScreen } from './alt-home-screen.tsx'
import { Overview } from './overview.tsx'

export { loadHome as load } from './load-home.ts'

/** The first page: an overview of what is due and used, or the grid of actions, as the operator chose. */
export function HomeScreen() {
  const { home } = useSettings()
  const { signedIn } = useBoot()
  if (signedIn && home.type === 'overview') return <Overview user={signedIn} />
  return <AltHomeScreen />
}

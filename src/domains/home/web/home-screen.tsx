import { useSettings } from '#domains/retailer/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { AltHomeScreen } from './alt-home-screen.tsx'
import { Overview } from './overview.tsx'
import { VisitorHome } from './visitor-home.tsx'

export { loadHome as load } from './load-home.ts'

/**
 * Shows the home page: for visitors, the offers; for customers, an overview of what is due and used, or the grid of
 * actions, depending on the settings.
 */
export function HomeScreen() {
  const { home } = useSettings()
  const { signedIn } = useBoot()
  if (home.type === 'overview') return signedIn ? <Overview user={signedIn} /> : <VisitorHome />
  return <AltHomeScreen />
}

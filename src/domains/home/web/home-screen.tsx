import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { ActionGrid } from './action-grid.tsx'
import { Hero } from './hero.tsx'
import { Overview } from './overview.tsx'

/** The first page: an overview of what is due and used, or the grid of actions, as the operator chose. */
export function HomeScreen() {
  const { home } = useSettings()
  const { signedIn } = useBoot()
  if (signedIn && home.type === 'overview') return <Overview user={signedIn} />
  return (
    <>
      {!signedIn && home.hero && <Hero />}
      <ActionGrid isPage={Boolean(signedIn) || !home.hero} />
    </>
  )
}

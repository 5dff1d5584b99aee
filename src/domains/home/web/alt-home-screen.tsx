import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { ActionGrid } from './action-grid.tsx'
import { Hero } from './hero.tsx'

/** The other first page: what can be done, in groups, below a greeting for whoever is not signed in. */
export function AltHomeScreen() {
  const { home } = useSettings()
  const isGreeted = !useBoot().signedIn && home.hero
  return (
    <>
      {isGreeted && <Hero />}
      <ActionGrid isPage={!isGreeted} />
    </>
  )
}

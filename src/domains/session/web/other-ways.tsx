import { useSettings } from '#domains/operator/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { AccountLinks } from './account-links.tsx'
import { NoWayIn } from './no-way-in.tsx'
import { PasskeyEntry } from './passkey-entry.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

/**
 * The ways in besides user and password: a passkey, the retailer's identity provider, and what leads to a password for whoever
 * has none.
 */
export function OtherWays({ takesPasswords }: { takesPasswords: boolean }) {
  const { features } = useSettings()
  const { hasIdentityProvider } = useBoot()
  return (
    <>
      {takesPasswords && <PasskeyEntry />}
      {features.oidc && hasIdentityProvider && <SingleSignOn isAlone={!takesPasswords} />}
      {!takesPasswords && !hasIdentityProvider && <NoWayIn />}
      {takesPasswords && <AccountLinks />}
    </>
  )
}

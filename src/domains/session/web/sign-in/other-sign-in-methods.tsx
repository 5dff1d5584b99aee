import { useSettings } from '#domains/retailer/web/settings.ts'
import { useBoot } from '#kit/web/portal.ts'
import { AccountLinks } from './account-links.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignInUnavailable } from './sign-in-unavailable.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

/**
 * The ways to sign in besides user and password: a passkey, the retailer's identity provider, and links for users
 * without a password.
 */
export function OtherSignInMethods({ acceptsPasswords }: { acceptsPasswords: boolean }) {
  const { features } = useSettings()
  const { hasIdentityProvider } = useBoot()
  return (
    <>
      {acceptsPasswords && <PasskeySignIn />}
      {features.oidc && hasIdentityProvider && <SingleSignOn isAlone={!acceptsPasswords} />}
      {!acceptsPasswords && !hasIdentityProvider && <SignInUnavailable />}
      {acceptsPasswords && <AccountLinks />}
    </>
  )
}

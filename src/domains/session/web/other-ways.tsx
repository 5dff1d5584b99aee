import { useSettings } from '#domains/operator/web/settings.ts'
import { PasskeyEntry } from './passkey-entry.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

/** The ways in besides user and password: a passkey, and the retailer's identity provider. */
export function OtherWays({ takesPasswords }: { takesPasswords: boolean }) {
  const { features } = useSettings()
  return (
    <>
      {takesPasswords && <PasskeyEntry />}
      {features.oidc && <SingleSignOn isAlone={!takesPasswords} />}
    </>
  )
}

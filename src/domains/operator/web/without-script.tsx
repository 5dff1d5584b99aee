import { type ReactNode, useEffect, useState } from 'react'
import { Banner } from '#kit/web/banner.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { useSettings } from './settings.ts'
import styles from './without-script.module.css'

/** What the words have places for: which ways there are, and each as a link. */
type Ways = { way: 'both' | 'email' | 'phone'; phone: () => ReactNode; email: () => ReactNode }

type WithoutScriptProps = {
  children: (ways: Ways) => ReactNode
  /** A form that the server answers; with script it is gone, so that no field stands there twice. */
  form?: ReactNode
}

/**
 * For a form that cannot do without script: tells who has none, or whose script does not come, how else the retailer is
 * reached, and is in nobody else's sight.
 */
export function WithoutScript({ children: words, form }: WithoutScriptProps) {
  const { phone, email, schedule } = useSettings().organization
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])
  if (!phone && !email && !form) return null
  return (
    <div className={styles.notice}>
      {(phone || email) && (
        <Banner tone="notice">
          {words({
            way: phone && email ? 'both' : email ? 'email' : 'phone',
            phone: () => (
              <>
                <a href={telAddress(phone)}>{phone}</a>
                {schedule && ` (${schedule})`}
              </>
            ),
            email: () => <a href={`mailto:${email}`}>{email}</a>,
          })}
        </Banner>
      )}
      {!hasScript && form}
    </div>
  )
}

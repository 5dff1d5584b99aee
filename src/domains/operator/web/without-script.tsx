import type { ReactNode } from 'react'
import { Banner } from '#kit/web/banner.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { useSettings } from './settings.ts'
import styles from './without-script.module.css'

/** What the words have places for: which ways there are, and each as a link. */
type Ways = { way: 'both' | 'email' | 'phone'; phone: () => ReactNode; email: () => ReactNode }

/**
 * For a form that cannot do without script: tells who has none how else the retailer is reached, and is in nobody else's
 * sight. Nothing where there is no other way.
 */
export function WithoutScript({ children: words }: { children: (ways: Ways) => ReactNode }) {
  const { phone, email } = useSettings().organization
  if (!phone && !email) return null
  return (
    <div className={styles.banner}>
      <Banner tone="notice">
        {words({
          way: phone && email ? 'both' : email ? 'email' : 'phone',
          phone: () => <a href={telAddress(phone)}>{phone}</a>,
          email: () => <a href={`mailto:${email}`}>{email}</a>,
        })}
      </Banner>
    </div>
  )
}

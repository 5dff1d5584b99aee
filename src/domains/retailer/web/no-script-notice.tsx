import { type ReactNode, useEffect, useState } from 'react'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import styles from './no-script-notice.module.css'
import { useSettings } from './settings.ts'

/** The values of the placeholders: which contact methods there are, and each as a link. */
type ContactMethods = { way: 'both' | 'email' | 'phone'; phone: () => ReactNode; email: () => ReactNode }

type NoScriptNoticeProps = {
  children: (ways: ContactMethods) => ReactNode
  /** A form that the server processes. It is removed once JavaScript runs, so that no field appears twice. */
  form?: ReactNode
}

/**
 * For a form that requires JavaScript: tells users without it, or whose script does not load, how else to contact the
 * retailer. Hidden for everybody else.
 */
export function NoScriptNotice({ children: renderText, form }: NoScriptNoticeProps) {
  const { phone, email, schedule } = useSettings().organization
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])
  if (!phone && !email && !form) return null
  return (
    <div className={styles.notice}>
      {(phone || email) && (
        <Banner tone="notice">
          {renderText({
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

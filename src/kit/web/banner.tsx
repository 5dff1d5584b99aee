import type { ReactNode } from 'react'
import styles from './banner.module.css'
import type { Tone } from './chip.tsx'
import { Icon } from './icon.tsx'
import { eye, type IconShape, ringExclamation, ringInformation, ringTick, triangle } from './icons.ts'
import { spaced } from './spaced.ts'

const shapes: Record<Tone | 'ink', IconShape> = {
  positive: ringTick,
  warning: triangle,
  negative: ringExclamation,
  notice: ringInformation,
  ink: eye,
}

type BannerProps = {
  /** `ink` is the bar over the whole page while somebody looks at the account of somebody else. */
  tone: Tone | 'ink'
  /** One link or one small second button. */
  action?: ReactNode
  /** Read out when it appears: for what has just happened, not for what stands on the page from the start. */
  isNews?: boolean
  children: ReactNode
}

/** One sentence that concerns the page or the thing below it. */
export function Banner({ tone, action, isNews, children }: BannerProps) {
  return (
    <div className={spaced(styles.banner, styles[tone])} role={isNews ? 'alert' : undefined}>
      <Icon shape={shapes[tone]} />
      <p>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

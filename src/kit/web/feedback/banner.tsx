import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Tone } from '../display/badge.tsx'
import { Icon } from '../graphics/icon.tsx'
import { eye, type IconShape, ringExclamation, ringInformation, ringTick, triangle } from '../graphics/icons.ts'
import styles from './banner.module.css'

const shapes: Record<Tone | 'ink', IconShape> = {
  positive: ringTick,
  warning: triangle,
  negative: ringExclamation,
  notice: ringInformation,
  ink: eye,
}

type BannerProps = {
  /** `ink` is the bar over the whole page during an impersonation. */
  tone: Tone | 'ink'
  /** One link or one small second button. */
  action?: ReactNode
  /**
   * Whether it is announced when it appears: for something that has just happened, not for a banner that is on the page
   * from the start.
   */
  isAlert?: boolean
  children: ReactNode
}

/** One sentence that concerns the page or the element below it. */
export function Banner({ tone, action, isAlert, children }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[tone])} role={isAlert ? 'alert' : undefined}>
      <Icon shape={shapes[tone]} />
      <p>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

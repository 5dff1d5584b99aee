import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import { cross, type IconShape, ringClock, ringExclamation, ringInformation, ringTick } from '../graphics/icons.ts'
import styles from './badge.module.css'

export type Tone = 'positive' | 'warning' | 'negative' | 'notice'

/** Done; upcoming or waiting for the user; failed or unpaid; informational. `plain` is for what is closed. */
const shapes: Record<Tone | 'plain', IconShape> = {
  positive: ringTick,
  warning: ringClock,
  negative: ringExclamation,
  notice: ringInformation,
  plain: cross,
}

/** A badge for exceptions: a shape, a word and, least important, a colour. Normal states are plain text. */
export function Badge({ tone, icon, children }: { tone: Tone | 'plain'; icon?: IconShape; children: string }) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      <Icon shape={icon ?? shapes[tone]} />
      {children}
    </span>
  )
}

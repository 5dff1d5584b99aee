import styles from './chip.module.css'
import { Icon } from './icon.tsx'
import { cross, type IconShape, ringClock, ringExclamation, ringInformation, ringTick } from './icons.ts'
import { spaced } from './spaced.ts'

export type Tone = 'positive' | 'warning' | 'negative' | 'notice'

/** Done, will happen or waits for the reader, failed or unpaid, for information; `plain` is over and done with. */
const shapes: Record<Tone | 'plain', IconShape> = {
  positive: ringTick,
  warning: ringClock,
  negative: ringExclamation,
  notice: ringInformation,
  plain: cross,
}

/** The mark of an exception: a shape, a word and last a colour. What is normal is plain text. */
export function Chip({ tone, icon, children }: { tone: Tone | 'plain'; icon?: IconShape; children: string }) {
  return (
    <span className={spaced(styles.chip, styles[tone])}>
      <Icon shape={icon ?? shapes[tone]} />
      {children}
    </span>
  )
}

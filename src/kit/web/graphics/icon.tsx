import { classNames } from '../class-names.ts'
import styles from './icon.module.css'
import type { IconShape } from './icons.ts'

/**
 * An icon of `icons.ts` in the colour and size of the surrounding text. It is hidden from screen readers; adjacent text
 * gives its meaning.
 */
export function Icon({ shape, className }: { shape: IconShape; className?: string }) {
  return (
    <svg className={classNames(styles.icon, className)} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}

import styles from './icon.module.css'
import type { IconShape } from './icons.ts'
import { spaced } from './spaced.ts'

/** An icon of `icons.ts` in the colour and size of the text round it. It says nothing by itself: words stand beside it. */
export function Icon({ shape, className }: { shape: IconShape; className?: string }) {
  return (
    <svg className={spaced(styles.icon, className)} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}

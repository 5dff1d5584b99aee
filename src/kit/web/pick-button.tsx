import type { ComponentPropsWithRef } from 'react'
import { Icon } from './icon.tsx'
import { chevronDown, type IconShape } from './icons.ts'
import styles from './pick-button.module.css'

type PickButtonProps = {
  label: string
  /** What is picked, in words; with it the button is tinted, without it nothing is filtered. */
  value?: string
  icon?: IconShape
} & Omit<ComponentPropsWithRef<'button'>, 'value' | 'children' | 'className' | 'type'>

/** A filter that shows what it is set to and opens the choice: the button of a `Popover`. */
export function PickButton({ label, value, icon, ...native }: PickButtonProps) {
  return (
    <button {...native} type="button" className={styles.pick} data-set={value ? true : undefined}>
      {icon && <Icon shape={icon} />}
      <span>{value ? `${label}: ${value}` : label}</span>
      <Icon shape={chevronDown} />
    </button>
  )
}

import type { ComponentPropsWithRef } from 'react'
import { useLocale } from 'use-intl'
import { formatLabelled } from '#vocabulary/format.ts'
import { Icon } from '../graphics/icon.tsx'
import { chevronDown, type IconShape } from '../graphics/icons.ts'
import styles from './filter-button.module.css'

type FilterButtonProps = {
  label: string
  /** The selected value as text. With it the button is tinted; without it nothing is filtered. */
  value?: string
  icon?: IconShape
} & Omit<ComponentPropsWithRef<'button'>, 'value' | 'children' | 'className' | 'type'>

/** A filter button that shows its value and opens the options: the button of a `Popover`. */
export function FilterButton({ label, value, icon, ...native }: FilterButtonProps) {
  const locale = useLocale()
  return (
    <button {...native} type="button" className={styles.pick} data-set={value ? true : undefined}>
      {icon && <Icon shape={icon} />}
      <span>{value ? formatLabelled(label, value, locale) : label}</span>
      <Icon shape={chevronDown} />
    </button>
  )
}

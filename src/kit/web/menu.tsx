import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { dots, type IconShape } from './icons.ts'
import { Link } from './link.tsx'
import styles from './menu.module.css'
import { Popover } from './popover.tsx'
import { tellWhyNot } from './tell-why-not.ts'

export type MenuItem = { key: string; label: string; icon?: IconShape } & (
  | { href: string; download?: boolean }
  | {
      onChoose: () => void
      isDisabled?: boolean
      /** Why it cannot be chosen here: it stays in reach, and says so. */
      whyNot?: string
    }
)

/**
 * What else can be done with one thing, behind three dots. `subject` names the thing; with `label` there are words beside
 * the dots ("Más").
 */
export function Menu({ subject, label, items }: { subject: string; label?: string; items: readonly MenuItem[] }) {
  const t = useTranslations('kit')
  const name = t('actionsOf', { name: subject })
  return (
    <Popover
      align="end"
      button={(props) =>
        label ? (
          <Button {...props} variant="quiet" icon={dots}>
            {label} <span className="visually-hidden">: {name}</span>
          </Button>
        ) : (
          <IconButton {...props} icon={dots} label={name} />
        )
      }
    >
      {(close) => (
        <ul className={styles.menu} onKeyDown={moveByArrow}>
          {items.map((item) => (
            <li key={item.key}>
              <Item item={item} onClose={close} />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const content = (
    <>
      {item.icon && <Icon shape={item.icon} />}
      {item.label}
    </>
  )
  if ('href' in item)
    return (
      <Link href={item.href} download={item.download} className={styles.item} onClick={onClose}>
        {content}
      </Link>
    )
  // Closed first: the focus is then on the dots, and a dialog that opens gives it back to them.
  const choose = () => {
    onClose()
    item.onChoose()
  }
  const { whyNot } = item
  return (
    <button
      type="button"
      className={styles.item}
      disabled={item.isDisabled}
      aria-disabled={whyNot !== undefined || undefined}
      title={whyNot}
      onClick={whyNot === undefined ? choose : ({ currentTarget }) => void tellWhyNot(currentTarget, whyNot)}
    >
      {content}
    </button>
  )
}

function moveByArrow(event: KeyboardEvent<HTMLElement>) {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!way) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:enabled')]
  const present = items.indexOf(document.activeElement as HTMLElement)
  items[(present + way + items.length) % items.length]?.focus()
}

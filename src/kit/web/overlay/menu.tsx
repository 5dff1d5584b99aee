import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Call } from '#kit/call.ts'
import { Button, IconButton } from '../action/button.tsx'
import { type Download, useDownload } from '../action/use-download.ts'
import { Icon } from '../graphics/icon.tsx'
import { dots, type IconShape, triangle } from '../graphics/icons.ts'
import { Link } from '../navigation/link.tsx'
import styles from './menu.module.css'
import { Popover } from './popover.tsx'
import { showDisabledReason } from './show-disabled-reason.ts'

export type MenuItem = { key: string; label: string; icon?: IconShape } & (
  | { href: string }
  | { download: Download<Call> }
  | {
      onChoose: () => void
      isDisabled?: boolean
      /** Why the item is disabled. It stays focusable and shows the reason. */
      disabledReason?: string
    }
)

type MenuProps = {
  /** Names the object. */
  subject: string
  /** Text beside the dots ("Más"). */
  label?: string
  /** A function where a list has one menu in each row: only the opened ones need their items. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** Whether it also opens without script; not for rows, each of which would contain its menu. */
  isEager?: boolean
}

/** A menu of further actions on an object, behind three dots. */
export function Menu({ subject, label, items, isEager }: MenuProps) {
  const t = useTranslations('kit')
  const name = t('actionsOf', { name: subject })
  return (
    <Popover
      isEager={isEager}
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
          {(typeof items === 'function' ? items() : items).map((item) => (
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
  if ('download' in item) return <DownloadItem item={item} onClose={onClose} />
  if ('href' in item)
    return (
      <Link href={item.href} className={styles.item} onClick={onClose}>
        {content}
      </Link>
    )
  // The menu closes first: the focus is then on the dots, and a dialog that opens returns it there.
  const choose = () => {
    onClose()
    item.onChoose()
  }
  const { disabledReason } = item
  return (
    <button
      type="button"
      className={styles.item}
      disabled={item.isDisabled}
      aria-disabled={disabledReason !== undefined || undefined}
      title={disabledReason}
      onClick={
        disabledReason === undefined
          ? choose
          : ({ currentTarget }) => void showDisabledReason(currentTarget, disabledReason)
      }
    >
      {content}
    </button>
  )
}

/**
 * A menu item that stays open until the file has arrived. On failure it shows the error in its place and can be pressed
 * to retry.
 */
function DownloadItem({ item, onClose }: { item: MenuItem & { download: Download<Call> }; onClose: () => void }) {
  const t = useTranslations('kit.download')
  const { href, state, start } = useDownload(item.download)
  const { label, icon } = item

  async function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (await start()) onClose()
  }

  const shape = state === 'failed' ? triangle : icon
  return (
    <a href={href} download className={styles.item} aria-busy={state === 'running' || undefined} onClick={follow}>
      {shape && <Icon shape={shape} />}
      <span role={state === 'failed' ? 'alert' : undefined}>{state === 'idle' ? label : t(state, { label })}</span>
    </a>
  )
}

function moveByArrow(event: KeyboardEvent<HTMLElement>) {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!direction) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:enabled')]
  const present = items.indexOf(document.activeElement as HTMLElement)
  items[(present + direction + items.length) % items.length]?.focus()
}

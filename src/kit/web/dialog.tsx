import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { Figure } from './figure.tsx'
import { cross } from './icons.ts'
import { spaced } from './spaced.ts'

type DialogProps = {
  title: string
  /** Which thing this is about, in the first line: the invoice with its number, the contract with its address. */
  subject?: ReactNode
  /** The amount at stake, large. */
  figure?: string
  /** While something is on its way that must not be left, there is no way to close. */
  isClosable?: boolean
  /** Stands aside for what asks over the whole page by itself, as the card holder's bank may: nothing reaches over a dialog. */
  isAside?: boolean
  isWide?: boolean
  /** The id of the text that is read out at once, where it interrupts whoever works. */
  alertText?: string
  onClose: () => void
  children: ReactNode
}

/**
 * Asks or tells something over the page; it is open as long as it is there. The focus stays inside, begins at the title,
 * goes there again when the title changes, and returns to where it was.
 */
export function Dialog({
  title,
  subject,
  figure,
  isClosable = true,
  isAside = false,
  isWide,
  alertText,
  onClose,
  children,
}: DialogProps) {
  const t = useTranslations('kit')
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  // Before it leaves the page, so that the browser still knows where the focus was.
  useLayoutEffect(() => {
    if (isAside) return
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [isAside])

  // A new title is a new step, to be read out.
  useEffect(() => heading.current?.focus(), [title])

  // A file input inside has a cancel event of its own, which comes by here.
  function refuseOrClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (isClosable) onClose()
  }

  // Some browsers close at the second Escape without asking.
  function followOrReopen(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.currentTarget.open || isAside) return
    if (isClosable) onClose()
    else event.currentTarget.showModal()
  }

  return (
    <dialog
      ref={dialog}
      className={spaced(styles.dialog, isWide && styles.wide)}
      role={alertText && 'alertdialog'}
      aria-labelledby={titleId}
      aria-describedby={alertText}
      onCancel={refuseOrClose}
      onClose={followOrReopen}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 ref={heading} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {isClosable && <IconButton icon={cross} label={t('close')} onClick={onClose} />}
        </div>
        {(subject || figure) && (
          <div className={styles.subject}>
            {subject && <p className="small soft">{subject}</p>}
            {figure && <Figure text={figure} size="medium" />}
          </div>
        )}
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at the end of a dialog, the main one last: it stands at the right and takes the room that is left. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

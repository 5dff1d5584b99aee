import type { RefObject } from 'react'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../action/button.tsx'
import { classNames } from '../class-names.ts'
import { KeyFigure } from '../display/key-figure.tsx'
import { cross } from '../graphics/icons.ts'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  /**
   * The object that the dialog is about, in the first line: the invoice with its number, the contract with its address.
   */
  subject?: ReactNode
  /** The amount at stake, in large type. */
  figure?: string
  /** False while an operation is under way that must not be interrupted; there is then no way to close the dialog. */
  isClosable?: boolean
  /**
   * Closes temporarily for an element that covers the whole page by itself, such as the card issuer's challenge:
   * nothing can appear above a modal dialog.
   */
  isSuspended?: boolean
  isWide?: boolean
  /** The id of the text that is announced at once, for a dialog that interrupts the user. */
  alertTextId?: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog, open as long as it is mounted. The focus stays inside, starts at the title, returns there when the
 * title changes, and goes back to its previous element on closing.
 */
export function Dialog(props: DialogProps) {
  const {
    title,
    subject,
    figure,
    isClosable = true,
    isSuspended = false,
    isWide,
    alertTextId,
    onClose,
    children,
  } = props
  const t = useTranslations('kit')
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  useShownModal(dialog, !isSuspended)

  // A new title is a new step, which has to be announced.
  useEffect(() => heading.current?.focus(), [title])

  // The cancel event of a file input inside bubbles up to here.
  function refuseOrClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (isClosable) onClose()
  }

  // Some browsers close the dialog at the second Escape without a cancel event.
  function followOrReopen(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.currentTarget.open || isSuspended) return
    if (isClosable) onClose()
    else event.currentTarget.showModal()
  }

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, isWide && styles.wide)}
      role={alertTextId && 'alertdialog'}
      aria-labelledby={titleId}
      aria-describedby={alertTextId}
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
        <Subject subject={subject} figure={figure} />
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at the end of a dialog, the main one last: it is on the right and takes the remaining width. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

function Subject({ subject, figure }: Pick<DialogProps, 'subject' | 'figure'>) {
  if (!subject && !figure) return null
  return (
    <div className={styles.subject}>
      {subject && <p className="small soft">{subject}</p>}
      {figure && <KeyFigure text={figure} size="medium" />}
    </div>
  )
}

// Before it leaves the page, while the browser still knows the previous focus.
function useShownModal(dialog: RefObject<HTMLDialogElement | null>, isShown: boolean) {
  useLayoutEffect(() => {
    if (!isShown) return
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [dialog, isShown])
}

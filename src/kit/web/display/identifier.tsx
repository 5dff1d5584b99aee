import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../graphics/icon.tsx'
import { copy, tick } from '../graphics/icons.ts'
import { useToast } from '../overlay/toast.tsx'
import styles from './identifier.module.css'

const outcomeShownMs = 3000

type IdentifierProps = {
  /** Its groups as they are read aloud: ES, 0031, 4060, … */
  groups: readonly string[]
  /** The value to copy; without it there is no button (an account number of which only the end is shown). */
  value?: string
  /** The kind of identifier: CUPS, IBAN. */
  label: string
}

/** A long number in groups. The gaps are styling and not characters, so a copied selection is clean as well. */
export function Identifier({ groups, value, label }: IdentifierProps) {
  const text = useRef<HTMLSpanElement>(null)
  return (
    <span className={styles.identifier}>
      <span ref={text}>
        {groups.map((group, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            <span className={styles.group}>{group}</span>
          </Fragment>
        ))}
      </span>
      {value && <CopyButton value={value} label={label} onCopyFailed={() => select(text.current)} />}
    </span>
  )
}

function CopyButton({ value, label, onCopyFailed }: { value: string; label: string; onCopyFailed: () => void }) {
  const t = useTranslations('kit.copy')
  const showToast = useToast()
  const [outcome, setOutcome] = useState<'copy' | 'done' | 'refused'>('copy')

  useEffect(() => {
    if (outcome === 'copy') return
    const timer = setTimeout(() => setOutcome('copy'), outcomeShownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copyValue() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('done')
      showToast(t('done', { label }))
    } catch {
      // Pages without TLS have no clipboard, and some browsers refuse it: the text is left selected.
      setOutcome('refused')
      onCopyFailed()
    }
  }

  const name = t(outcome, { label })
  return (
    <button
      type="button"
      className={styles.copy}
      data-outcome={outcome}
      aria-label={name}
      title={name}
      onClick={copyValue}
    >
      <Icon shape={outcome === 'done' ? tick : copy} />
    </button>
  )
}

function select(element: HTMLElement | null) {
  if (element) getSelection()?.selectAllChildren(element)
}

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { magnifier } from '#kit/web/icons.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import type { Energy } from '../rules.ts'
import styles from './contract-search.module.css'
import { addressOf, type ContractListView } from './list-address.ts'

const pauseMs = 1500

/**
 * Looks through the contracts of a kind: when typing pauses, or at once with the return key. Before the page has its
 * script the form does the same.
 */
export function ContractSearch({ energy, view }: { energy: Energy; view: ContractListView }) {
  const t = useTranslations('contracts.search')
  const goTo = useGoTo()
  const [typed, setTyped] = useState(view.text)
  const asked = useRef(view.text)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => {
    // What was asked here comes back as it was typed; anything else was changed by a link or the way back.
    if (view.text === asked.current) return
    asked.current = view.text
    setTyped(view.text)
  }, [view.text])

  function lookFor(words: string) {
    clearTimeout(pause.current)
    asked.current = words.trim()
    if (asked.current !== view.text) void goTo(addressOf(energy, view, { text: asked.current }), { replace: true })
  }

  function change(words: string) {
    setTyped(words)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => lookFor(words), pauseMs)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    lookFor(typed)
  }

  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        {view.action && <input type="hidden" name="action" value={view.action} />}
        <TextField
          type="search"
          name="filter"
          label={t('label')}
          isLabelHidden
          placeholder={t('placeholder')}
          icon={magnifier}
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => change(event.target.value)}
        />
      </form>
    </search>
  )
}

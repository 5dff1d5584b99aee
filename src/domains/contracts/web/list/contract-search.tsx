import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { magnifier } from '#kit/web/graphics/icons.ts'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import type { Energy } from '#vocabulary/energies.ts'
import styles from './contract-search.module.css'
import { addressOf, type ContractListView } from './list-address.ts'

const pauseMs = 1500

/**
 * Searches the contracts of a kind: when typing pauses, or at once with the return key. Before the page has loaded its
 * script, the form does the same.
 */
export function ContractSearch({ energy, view }: { energy: Energy; view: ContractListView }) {
  const t = useTranslations('contracts.search')
  const goTo = useGoTo()
  const [searchText, setSearchText] = useState(view.text)
  const submittedText = useRef(view.text)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => {
    // The page's own search comes back as it was typed; anything else was changed by a link or the back button.
    if (view.text === submittedText.current) return
    submittedText.current = view.text
    setSearchText(view.text)
  }, [view.text])

  function submitSearch(text: string) {
    clearTimeout(pause.current)
    submittedText.current = text.trim()
    if (submittedText.current !== view.text)
      void goTo(addressOf(energy, view, { text: submittedText.current }), { replace: true })
  }

  function change(text: string) {
    setSearchText(text)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => submitSearch(text), pauseMs)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    submitSearch(searchText)
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
          value={searchText}
          onChange={(event) => change(event.target.value)}
        />
      </form>
    </search>
  )
}

import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { magnifier } from '#kit/web/graphics/icons.ts'
import styles from './search-box.module.css'

type SearchBoxProps = {
  label: string
  hint?: string
  submit: string
  value: string
  /** The path of the results page, which gets the query as the URL parameter `q`. */
  path: string
  /** False for lists that have filters only. */
  hasText?: boolean
  /** Additional filters. */
  children?: ReactNode
}

/** A search box with its button. Without JavaScript it is an ordinary form. */
export function SearchBox({ label, hint, submit, value, path, hasText = true, children }: SearchBoxProps) {
  const navigate = useNavigate()

  function submitSearch(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()] as const)
    const search = Object.fromEntries(entries.filter(([, value]) => value !== ''))
    void navigate({ to: path, search } as never)
  }

  return (
    <search>
      <form method="get" className={hasText ? styles.search : styles.filters} onSubmit={submitSearch}>
        {hasText && (
          <TextField
            key={value}
            name="q"
            type="search"
            icon={magnifier}
            label={label}
            hint={hint}
            defaultValue={value}
            autoComplete="off"
          />
        )}
        {children}
        <Button type="submit">{submit}</Button>
      </form>
    </search>
  )
}

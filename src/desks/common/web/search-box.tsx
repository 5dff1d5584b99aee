import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#kit/web/button.tsx'
import { magnifier } from '#kit/web/icons.ts'
import { TextField } from '#kit/web/text-field.tsx'
import styles from './search-box.module.css'

type SearchBoxProps = {
  label: string
  hint?: string
  submit: string
  value: string
  /** The page that shows what is found; what is typed stands in its address as `q`. */
  path: string
  /** What else narrows the list. */
  children?: ReactNode
}

/** One box to find something by, and the button that does it. Without script it is an ordinary form. */
export function SearchBox({ label, hint, submit, value, path, children }: SearchBoxProps) {
  const navigate = useNavigate()

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()] as const)
    const search = Object.fromEntries(typed.filter(([, value]) => value !== ''))
    void navigate({ to: path, search } as never)
  }

  return (
    <search>
      <form method="get" className={styles.search} onSubmit={find}>
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
        {children}
        <Button type="submit">{submit}</Button>
      </form>
    </search>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import type { ListView } from '#kit/backoffice/web/list-page.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button, IconButton } from '#kit/web/action/button.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { cross } from '#kit/web/graphics/icons.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { SavedFilter } from '../api.ts'
import { savedQueryOf } from '../rules.ts'
import { savedFiltersKey, savedFiltersQuery } from './queries.ts'
import styles from './saved-filters.module.css'

type SavedFiltersProps = { path: string; view: ListView }

/** The filters that the operator has saved for a list, as links to it, and the button that saves the current ones. */
export function SavedFilters({ path, view }: SavedFiltersProps) {
  const t = useTranslations('desk-saved-filters')
  const { data: saved = [] } = useQuery(savedFiltersQuery(useSend(), path))
  const [isNaming, setIsNaming] = useState(false)
  const query = savedQueryOf(view)
  const current = saved.find((filter) => filter.query === query)
  return (
    <nav className={styles.filters} aria-label={t('label')}>
      {saved.map((filter) => (
        <span key={filter.id} className={styles.filter}>
          <Link href={`${path}?${filter.query}`} aria-current={filter === current ? 'page' : undefined}>
            {filter.name}
          </Link>
          <RemoveFilterButton filter={filter} />
        </span>
      ))}
      {query !== '' && !current && (
        <Button variant="quiet" isSmall onClick={() => setIsNaming(true)}>
          {t('save')}
        </Button>
      )}
      {isNaming && <SaveFilterDialog {...{ path, query }} onClose={() => setIsNaming(false)} />}
    </nav>
  )
}

function RemoveFilterButton({ filter: { id, name } }: { filter: SavedFilter }) {
  const t = useTranslations('desk-saved-filters')
  const send = useSend()
  const { run } = useAction({
    desk: 'desk-saved-filters',
    invalidatedKey: savedFiltersKey,
    successMessage: () => t('removed'),
    action: async (_: null) => send((await import('../api.ts')).removeFilter, { params: { id } }),
  })
  return <IconButton icon={cross} label={t('remove', { name })} onClick={() => run(null)} />
}

function SaveFilterDialog({ path, query, onClose }: { path: string; query: string; onClose: () => void }) {
  const t = useTranslations('desk-saved-filters')
  const send = useSend()
  const { run, isBusy, failure, errorOf } = useAction({
    desk: 'desk-saved-filters',
    invalidatedKey: savedFiltersKey,
    successMessage: () => t('saved'),
    action: async (formData: FormData) =>
      send((await import('../api.ts')).saveFilter, { body: { path, query, name: String(formData.get('name')) } }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title')}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={run}
    >
      <TextField name="name" label={t('name')} hint={t('nameHint')} maxLength={60} error={errorOf('name')} />
    </FormDialog>
  )
}

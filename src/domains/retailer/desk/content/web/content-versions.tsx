import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ContentKind, ListedContent, StoredContent } from '../api.ts'
import { versionsQuery } from './queries.ts'

type ContentVersionsProps = { kind: ContentKind; edited: ListedContent; onRestore: (content: StoredContent) => void }

/** The earlier versions, each of which can be restored into the form. */
export function ContentVersions({ kind, edited, onRestore }: ContentVersionsProps) {
  const t = useTranslations('desk-content.list')
  const locale = useLocale()
  const toast = useToast()
  const { data: versions, isError } = useQuery(versionsQuery(useSend(), { kind, key: edited.key }))
  return (
    <Disclosure summary={t('versions')}>
      {isError && <p className="note">{t('previewFailed')}</p>}
      {versions?.length === 0 && <p className="note">{t('noVersions')}</p>}
      <ul className="stack">
        {versions?.map(({ id, content, replaced_at: at, replaced_by: name }) => (
          <li key={id} className="line">
            <span>{t('versionOf', { at: formatInstant(new Date(at), locale), name })}</span>
            <Button
              variant="second"
              isSmall
              onClick={() => {
                onRestore(content)
                toast(t('wentBack'))
              }}
            >
              {t('goBack')}
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { communities } from '#vocabulary/communities.ts'
import { downloadDebtLetters, exportCommunityList } from '../downloads.ts'

/** The letters that are to be sent, and the list that each autonomous community is told. Empty for who does not act on debts. */
export function DebtFiles({ disabledReason }: { disabledReason: string | undefined }) {
  const t = useTranslations('desk-collections.files')
  const [code, setCode] = useState('ES-CT')
  if (disabledReason) return null
  return (
    <section className="stack" aria-labelledby="debt-files">
      <h2 id="debt-files">{t('title')}</h2>
      <div className="line">
        <DownloadButton call={downloadDebtLetters} params={{}}>
          {t('letters')}
        </DownloadButton>
      </div>
      <div className="line fields">
        <NativeSelect
          label={t('community')}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          options={communities.map((community) => ({ value: community.code, label: community.name }))}
        />
        <DownloadButton call={exportCommunityList} params={{ code }}>
          {t('list')}
        </DownloadButton>
      </div>
    </section>
  )
}

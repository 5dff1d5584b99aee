import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { downloadComplaintTable, downloadYearReport } from '../downloads.ts'

const yearsShown = 5
const quarters = ['4', '3', '2', '1'] as const

/** The report of a year and the complaints of a quarter, each a file. */
export function CareReports() {
  const t = useTranslations('desk-cases.reports')
  const thisYear = Number(calendarDayOf(new Date(useBoot().now)).slice(0, 4))
  const years = Array.from({ length: yearsShown }, (_, ago) => String(thisYear - ago))
  const [year, setYear] = useState(years[0]!)
  const [quarter, setQuarter] = useState<(typeof quarters)[number]>('1')
  return (
    <section className="stack" aria-labelledby="reports-title">
      <h2 id="reports-title">{t('title')}</h2>
      <p className="soft">{t('about')}</p>
      <div className="line">
        <NativeSelect
          label={t('year')}
          value={year}
          onChange={(event) => setYear(event.target.value)}
          options={years.map((each) => ({ value: each, label: each }))}
        />
        <NativeSelect
          label={t('quarter')}
          value={quarter}
          onChange={(event) => setQuarter(quarters.find((each) => each === event.target.value) ?? quarter)}
          options={quarters.map((each) => ({ value: each, label: t('quarterOf', { quarter: each }) }))}
        />
      </div>
      <div className="line">
        <DownloadButton call={downloadYearReport} params={{}} query={{ year }}>
          {t('yearReport', { year })}
        </DownloadButton>
        <DownloadButton call={downloadComplaintTable} params={{}} query={{ quarter: `${year}-${quarter}` }}>
          {t('complaints', { year, quarter })}
        </DownloadButton>
      </div>
    </section>
  )
}

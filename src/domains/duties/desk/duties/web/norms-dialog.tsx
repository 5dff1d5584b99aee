import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Table } from '#kit/web/list/table.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ListedDuty } from '../api.ts'
import { SourceLink } from './duty-cells.tsx'
import { useDutyTexts } from './use-duty-texts.ts'

/** The norms that apply to a duty, each with its day: the one that counts, and the others. */
export function NormsDialog({ duty, onClose }: { duty: ListedDuty; onClose: () => void }) {
  const t = useTranslations('desk-duties.norms')
  const locale = useLocale()
  const { lawOf, termOf, namesOf } = useDutyTexts()
  return (
    <Dialog title={t('title', { kind: namesOf(duty).kind })} isWide onClose={onClose}>
      <p>{t('about')}</p>
      <Table
        caption={t('caption')}
        rows={[duty.norm, ...duty.other_norms]}
        rowKey={({ code }) => code}
        columns={[
          {
            key: 'norm',
            header: t('norm'),
            kind: 'name',
            listPosition: 'title',
            cell: (norm) => (
              <>
                {lawOf(norm)} {norm === duty.norm && <Badge tone="positive">{t('counts')}</Badge>}
              </>
            ),
          },
          { key: 'term', header: t('term'), listPosition: 'second', cell: (norm) => termOf(norm) },
          {
            key: 'due',
            header: t('due'),
            listPosition: 'titleEnd',
            cell: ({ due_on: day }) => formatDay(day, locale),
          },
          {
            key: 'source',
            header: t('source'),
            listPosition: 'note',
            cell: ({ source }) => (source ? <SourceLink source={source}>{source}</SourceLink> : '—'),
          },
        ]}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { chart, lines } from './icons.ts'

/** Shows a chart as a table, and the table as a chart again. */
export function TableToggle({ isTable, onToggle }: { isTable: boolean; onToggle: (isTable: boolean) => void }) {
  const t = useTranslations('kit.chart')
  return (
    <Button variant="second" isSmall icon={isTable ? chart : lines} onClick={() => onToggle(!isTable)}>
      {isTable ? t('asChart') : t('asTable')}
    </Button>
  )
}

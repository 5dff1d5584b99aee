import { useTranslations } from 'use-intl'
import { Button } from '../action/button.tsx'
import { chart, lines } from '../graphics/icons.ts'

/** A button that switches between a chart and its table. */
export function TableToggle({ isTable, onToggle }: { isTable: boolean; onToggle: (isTable: boolean) => void }) {
  const t = useTranslations('kit.chart')
  return (
    <Button variant="second" isSmall icon={isTable ? chart : lines} onClick={() => onToggle(!isTable)}>
      {isTable ? t('asChart') : t('asTable')}
    </Button>
  )
}

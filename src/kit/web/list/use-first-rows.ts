import { useContext, useDeferredValue, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { PortalContext } from '../portal.ts'

// More than a window shows, and a fifth of what the longest lists have.
const firstRowCount = 20
// A list with only a few more is rendered at once: they would come a moment later for nothing.
const maxRowsAtOnce = 30

/**
 * Returns the rows of a list to render now: of a long list only the first ones, in the page from the server and on the way to
 * another page, and all of them right after that. Without script the page leads to all (`RemainingRows`); before it is
 * printed, they are rendered at once.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const showsAllRows = useContext(PortalContext)?.boot.showsAllRows ?? false
  const isWhole = useDeferredValue(true, showsAllRows)
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    if (isWhole) return
    const showAll = () => flushSync(() => setPrinted(true))
    addEventListener('beforeprint', showAll)
    return () => removeEventListener('beforeprint', showAll)
  }, [isWhole])
  return isWhole || isPrinted || rows.length <= maxRowsAtOnce ? rows : rows.slice(0, firstRowCount)
}

import { useState } from 'react'

/** Returns what the open dialog edits, null if none is open, and the functions that open and close it. */
export function useOpenDialog<Edit>() {
  const [edit, setEdit] = useState<Edit | null>(null)
  return { edit, open: (opened: Edit) => setEdit(opened), close: () => setEdit(null) }
}

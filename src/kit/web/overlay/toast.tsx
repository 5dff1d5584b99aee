import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { Icon } from '../graphics/icon.tsx'
import { tick } from '../graphics/icons.ts'
import styles from './toast.module.css'

const shownMs = 6000

type ShowToast = (text: string) => void

const ToastContext = createContext<ShowToast>(() => {})

/**
 * Returns a function that confirms a completed action ("CUPS copiado"). A failure, or anything that needs an answer, is
 * shown in its place instead.
 */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

/** Provides the toast of the application: one at a time, also announced, gone after six seconds. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; count: number } | null>(null)
  const showToast = useCallback((text: string) => setToast((last) => ({ text, count: (last?.count ?? 0) + 1 })), [])

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), shownMs)
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <ToastContext value={showToast}>
      {children}
      <div className="visually-hidden" role="status">
        {toast?.text}
      </div>
      {toast && (
        // A popover, so that it also shows above an open dialog.
        <div key={toast.count} ref={show} popover="manual" className={styles.toast} aria-hidden="true">
          <Icon shape={tick} />
          {toast.text}
        </div>
      )}
    </ToastContext>
  )
}

function show(toast: HTMLElement | null) {
  toast?.showPopover()
}

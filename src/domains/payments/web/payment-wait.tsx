import type { ReactNode } from 'react'
import { StepsWait } from '#kit/web/steps-wait.tsx'

/** Something is on its way that nobody here can hurry. */
export function PaymentWait({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status">
      <StepsWait />
      <p>
        <b>{title}</b>
      </p>
      <p>{children}</p>
    </div>
  )
}

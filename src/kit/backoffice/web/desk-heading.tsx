import type { ReactNode } from 'react'

type DeskHeadingProps = {
  title: string
  about?: string
  /** The section's main action, shown beside its title. */
  action?: ReactNode
}

/** The heading of a back-office section: its title, description and main action. */
export function DeskHeading({ title, about, action }: DeskHeadingProps) {
  return (
    <>
      {action ? (
        <div className="line">
          <h1>{title}</h1>
          {action}
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      {about && <p className="lead">{about}</p>}
    </>
  )
}

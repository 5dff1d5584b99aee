import type { ReactNode } from 'react'

type DeskHeadingProps = {
  title: string
  about?: string
  /** What can be done at the desk, beside its name. */
  action?: ReactNode
}

/** The name of a desk, what it is for and what can be done there. */
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

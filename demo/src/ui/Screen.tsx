import type { ReactNode } from 'react'
import { useTitle } from './hooks.ts'

/** A page with its title in the window and its heading. The heading takes the focus when the reader comes to the page. */
export function Screen(props: {
  readonly title: string
  /** Class of the page, for its styles. */
  readonly name: string
  /** Whether its content is still loading. */
  readonly busy?: boolean | undefined
  readonly children: ReactNode
}) {
  const { title, name, busy = false, children } = props
  useTitle(title)
  return (
    <div className={`screen ${name}-screen`} data-testid={`screen-${name}`} aria-busy={busy}>
      <h1 className="screen-title">{title}</h1>
      {children}
    </div>
  )
}

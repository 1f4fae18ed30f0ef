import type { ReactNode } from 'react'
import { Modal } from './Modal.tsx'
import { CloseIcon } from './PlayerIcons.tsx'

/** Options of what is on the page, over it: at the bottom of a phone, so that what they change stays in sight. */
export function OptionsSheet(props: {
  readonly title: string
  /** What its button for closing says. */
  readonly closes: string
  readonly testId: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { title, closes, testId, onClose, children } = props
  return (
    <Modal className="options-sheet" label={title} testId={testId} onClose={onClose}>
      <div className="options-content">
        <div className="panel-head">
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label={closes} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  )
}

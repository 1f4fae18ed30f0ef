import type { ReactNode } from 'react'
import { Modal } from './Modal.tsx'
import { CloseIcon } from './PlayerIcons.tsx'

/** Options over the page: at the bottom of a phone, so that the content that they change stays visible. */
export function OptionsSheet(props: {
  readonly title: string
  /** Label of the button that closes the sheet. */
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

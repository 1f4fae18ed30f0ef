import { useLayoutEffect, useRef, type ReactNode } from 'react'

/** A sheet or a box over the page, which cannot be used meanwhile. A tap outside or Escape closes it. */
export function Modal(props: {
  readonly className: string
  /** Its name. Alternatively, `labelledBy` is the id of the heading that contains it. */
  readonly label?: string
  readonly labelledBy?: string
  readonly testId: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { className, label, labelledBy, testId, onClose, children } = props
  const modal = useRef<HTMLDialogElement>(null)
  // Closing returns the focus only while the dialog is in the page, so this runs before React removes it.
  useLayoutEffect(() => {
    const dialog = modal.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      className={className}
      ref={modal}
      aria-label={label}
      aria-labelledby={labelledBy}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A browser may close the dialog without asking first.
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

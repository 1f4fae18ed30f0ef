import { useState } from 'react'

/** A button that asks for confirmation before it does something that cannot be undone. */
export function Sure(props: {
  readonly label: string
  readonly question: string
  readonly yes: string
  readonly no: string
  readonly testId: string
  readonly onSure: () => void
}) {
  const { label, question, yes, no, testId, onSure } = props
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <button type="button" className="button" data-testid={testId} onClick={() => setAsked(true)}>
        {label}
      </button>
    )
  return (
    <div className="sure" role="group" aria-label={question}>
      <p>{question}</p>
      <button
        type="button"
        className="button strong"
        autoFocus
        data-testid={`${testId}-sure`}
        onClick={onSure}
      >
        {yes}
      </button>
      <button type="button" className="button" onClick={() => setAsked(false)}>
        {no}
      </button>
    </div>
  )
}

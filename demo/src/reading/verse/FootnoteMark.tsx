import type { Ref } from 'react'
import { useWords } from '../../ui/hooks.ts'

export function FootnoteMark(props: {
  readonly mark: string
  readonly open: boolean
  readonly controls: string
  readonly onToggle: () => void
  readonly ref?: Ref<HTMLButtonElement> | undefined
}) {
  const words = useWords()
  return (
    <sup>
      <button
        ref={props.ref}
        type="button"
        className="footnote-mark"
        aria-expanded={props.open}
        aria-controls={props.open ? props.controls : undefined}
        aria-label={words.chapter.footnote(props.mark)}
        onClick={props.onToggle}
      >
        {props.mark}
      </button>
    </sup>
  )
}

import { useWords } from '../../ui/hooks.ts'

/** A verse with its first words revealed. The others keep their places, so that nothing moves when they appear. */
export function HiddenWords({
  words,
  revealed,
}: {
  readonly words: readonly string[]
  readonly revealed: number
}) {
  const { hidden } = useWords().reading.hiding
  const left = words.slice(revealed)
  return (
    <>
      {words.slice(0, revealed).map((word) => `${word} `)}
      {left.map((word, index) => (
        <span key={revealed + index} aria-hidden="true">
          <span className="hidden-word">
            <span>{word}</span>
          </span>{' '}
        </span>
      ))}
      {left.length > 0 && <span className="visually-hidden">{hidden(left.length)} </span>}
    </>
  )
}

/** `share` is from 0 to 1, or null if the end is not known. */
export function ProgressBar(props: {
  readonly name: string
  readonly words: string
  readonly share: number | null
}) {
  const percent = props.share === null ? undefined : Math.round(props.share * 100)
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={props.name}
      aria-valuetext={props.words}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div
        className={percent === undefined ? 'progress-fill unknown' : 'progress-fill'}
        style={percent === undefined ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  )
}

import { useId } from 'react'
import { textSizes } from '../../settings/settings.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

/** The step with the nearest size. */
function stepOf(size: number): number {
  const distances = textSizes.map((each) => Math.abs(each - size))
  return distances.indexOf(Math.min(...distances))
}

function SizeRange(props: {
  readonly label: string
  readonly size: number
  readonly onChange: (size: number) => void
}) {
  const words = useWords()
  const id = useId()
  const said = words.figures.share(props.size)
  return (
    <div className="size-range">
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={textSizes.length - 1}
        step={1}
        value={stepOf(props.size)}
        aria-valuetext={said}
        onChange={(event) => props.onChange(textSizes[Number(event.target.value)] ?? 1)}
      />
      <output htmlFor={id} aria-hidden="true">
        {said}
      </output>
    </div>
  )
}

/** Chooses two text sizes. `hasSample`: shows a verse in these sizes, for pages without a text. */
export function TextSizeChoice({ hasSample = true }: { readonly hasSample?: boolean }) {
  const words = useWords()
  const { settings } = useReader()
  const { arabicSize, translationSize } = useSettings()
  return (
    <fieldset className="text-sizes">
      <legend>{words.settings.textSize}</legend>
      <SizeRange
        label={words.settings.arabicSize}
        size={arabicSize}
        onChange={(size) => settings.change({ arabicSize: size })}
      />
      <SizeRange
        label={words.settings.translationSize}
        size={translationSize}
        onChange={(size) => settings.change({ translationSize: size })}
      />
      {hasSample && (
        <div className="card sample">
          <p className="verse-arabic" lang="ar" dir="rtl">
            بِسۡمِ ٱللَّهِ ٱلرَّحۡمَٰنِ ٱلرَّحِيمِ
          </p>
          <p className="verse-translation" lang="en" dir="ltr">
            {words.settings.sample}
          </p>
        </div>
      )}
    </fieldset>
  )
}

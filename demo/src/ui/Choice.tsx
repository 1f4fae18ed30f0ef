import { useEffect, useId, useRef, type ReactNode } from 'react'

export interface Option<T extends string> {
  readonly value: T
  readonly label: ReactNode
  /** Language of the label, if it is not the page's. */
  readonly lang?: string | undefined
}

/** Chooses one of a few options, with radio buttons that look like one bar. */
export function Choice<T extends string>(props: {
  readonly legend: string
  /** Name of the radio buttons, needed if the first text shows them. Other choices on the page must have other names. */
  readonly name?: string | undefined
  /** Whether only screen readers get the legend, because the page shows it elsewhere. */
  readonly hideLegend?: boolean | undefined
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  /** Shown in the bar after the options, such as a link to something that is not an option. */
  readonly more?: ReactNode
}) {
  const { legend, hideLegend = false, options, value, onChange, more } = props
  const ownName = useId()
  const { name = ownName } = props
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // The option was chosen in the first text, before React listened.
    const inputs = [...(fieldset.current?.querySelectorAll('input') ?? [])]
    const chosen = inputs.find((input) => input.checked && input.value !== value)
    const option = options.find((each) => each.value === chosen?.value)
    if (option) onChange(option.value)
    // Runs once: from now on React handles each choice.
  }, [])
  return (
    <fieldset className="choice" ref={fieldset}>
      <legend className={hideLegend ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className="choice-bar">
        {options.map((option) => (
          <label key={option.value} className="choice-option" lang={option.lang}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
        {more}
      </div>
    </fieldset>
  )
}

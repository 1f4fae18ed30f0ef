import { useId, type ReactNode } from 'react'

export interface Option<T extends string> {
  readonly value: T
  readonly label: ReactNode
  /** Language of the label, where it is not the page's. */
  readonly lang?: string | undefined
}

/** One of a few, as radio buttons that look like one bar. */
export function Choice<T extends string>(props: {
  readonly legend: string
  /** Whether only screen readers get the legend, because the page shows it elsewhere. */
  readonly hideLegend?: boolean | undefined
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
}) {
  const { legend, hideLegend = false, options, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="choice">
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
      </div>
    </fieldset>
  )
}

import { queryDirection } from '../../search/query-direction.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { said } from '../../ui/said.ts'

/** The last searches on this device, to repeat or to clear. */
export function RecentSearches({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const says = useWords().reading.search
  const { settings } = useReader()
  const { searches } = useSettings()
  if (searches.length === 0) return null
  const clear = () => {
    settings.change({ searches: [] })
    // The button with the focus disappears.
    document.querySelector<HTMLElement>('.search-page-screen input')?.focus()
    said.set({ text: says.cleared, isProblem: false })
  }
  return (
    <section className="recent-searches" aria-labelledby="recent-searches">
      <div className="section-head">
        <h2 id="recent-searches">{says.recent}</h2>
        <button type="button" className="button" onClick={clear} data-testid="clear-searches">
          {says.clear}
        </button>
      </div>
      <ul>
        {searches.map((text) => (
          <li key={text}>
            <button
              type="button"
              className="button"
              dir={queryDirection(text)}
              data-testid="recent-search"
              onClick={() => onChoose(text)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

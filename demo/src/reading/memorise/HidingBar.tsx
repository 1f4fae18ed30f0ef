import { revealNext } from '../../keys/page-actions.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { CloseIcon } from '../../ui/PlayerIcons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { hideWords } from './hiding.ts'

/** What can be done while words are hidden. A tap on a verse and keys do the same. */
export function HidingBar() {
  const words = useWords().reading.hiding
  const { keys } = useSettings()
  const hasKeyboard = useMedia('(hover: hover)') && keys
  return (
    <section className="range-bar hiding-bar" aria-label={words.title} data-testid="hiding-bar">
      <div className="range-words">
        <p className="range-name">{words.title}</p>
        <p className="hint">{hasKeyboard ? words.howByKey : words.how}</p>
      </div>
      <div className="range-tools">
        <button
          type="button"
          className="button"
          aria-keyshortcuts={keys ? 'h' : undefined}
          data-testid="hide-again"
          onClick={() => hideWords(true)}
        >
          {words.again}
        </button>
        <button
          type="button"
          className="button strong"
          aria-keyshortcuts={keys ? 'w' : undefined}
          data-testid="reveal-next"
          onClick={revealNext}
        >
          {words.next}
        </button>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={words.end}
        data-testid="hiding-end"
        onClick={() => hideWords(false)}
      >
        <CloseIcon />
      </button>
    </section>
  )
}

import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { useCatalogue } from 'waraq/react'
import { useEffect } from 'react'
import { languageName } from '../names/language-name.ts'
import { libraryHref } from '../routes/route.ts'
import { arabicText, arabicTextKey } from '../sync/kept-resources.ts'
import { isWritable, keptOf } from '../sync/sync-state.ts'
import { usualBytes } from '../sync/usual-bytes.ts'
import { useObservable, useSync, useWords } from '../ui/hooks.ts'
import { KeepIcon } from '../ui/PlayerIcons.tsx'
import { useReader } from '../ui/reader-context.ts'
import { useKeep } from '../ui/use-keep.ts'
import { useNames } from '../ui/use-names.ts'
import { firstChoices } from './first-choices.ts'

/** Bytes of a download. A translation also downloads the Arabic text if that is not on this device. */
function bytesOf(key: ResourceKey, hasArabic: boolean): number {
  const own = usualBytes(parseResourceKey(key)!).stored
  return hasArabic || key === arabicTextKey ? own : own + usualBytes(arabicText).stored
}

/**
 * Offers the text that a person probably wants to read first, some other texts, and a link to all of them. For a text that
 * is on this device or being downloaded, the button shows it instead of downloading it. `hasArabic`: the Arabic text is
 * here, and a person may want no more.
 */
export function FirstChoice({ hasArabic = false }: { readonly hasArabic?: boolean }) {
  const words = useWords()
  const says = words.welcome
  const { available, settings } = useReader()
  const { keys } = useObservable(available.state)
  const { resources } = useCatalogue()
  const state = useSync()
  const kept = keptOf(state)
  const nameOf = useNames()
  const keep = useKeep()
  useEffect(() => void available.load(), [available])
  const isHere = (key: ResourceKey) => kept.has(key)
  const { suggested, others } = firstChoices(resources, keys, navigator.languages, isHere)
  const isFixed = (key: ResourceKey) => !isHere(key) && !isWritable(state)
  const choose = (key: ResourceKey) => {
    if (!isHere(key)) return keep(key, true)
    settings.change({ sideBySide: [...(settings.state.get().sideBySide ?? []), key] })
  }
  const languageOf = (key: ResourceKey) => {
    const entry = resources.get(key)
    return entry ? languageName(entry.language, words.figures.language) : ''
  }
  if (suggested === null) {
    return (
      <p>
        <a className="button strong" href={libraryHref}>
          {says.choose}
        </a>
      </p>
    )
  }
  const size = words.library.about(bytesOf(suggested, hasArabic))
  const about = () => {
    if (isHere(suggested)) return languageOf(suggested)
    if (suggested === arabicTextKey) return size
    return says[hasArabic ? 'alone' : 'withArabic'](languageOf(suggested), size)
  }
  return (
    <div className="card first-choice" data-testid="first-choice">
      <div>
        <bdi className="first-name">{nameOf(suggested)}</bdi>
        <p className="hint">{about()}</p>
      </div>
      <button
        type="button"
        className="button strong"
        disabled={isFixed(suggested)}
        data-testid="first-download"
        onClick={() => choose(suggested)}
      >
        {!isHere(suggested) && <KeepIcon />}
        {isHere(suggested) ? says.show : says.download}
      </button>
      <ul className="first-others" aria-label={says.others}>
        {others.map((key) => (
          <li key={key}>
            <button type="button" className="button" disabled={isFixed(key)} onClick={() => choose(key)}>
              <bdi>{nameOf(key)}</bdi>
              <span className="hint">{languageOf(key)}</span>
            </button>
          </li>
        ))}
        <li>
          <a className="button" href={libraryHref}>
            {says.choose}
          </a>
        </li>
        {hasArabic && (
          <li>
            <button type="button" className="button" onClick={() => settings.change({ mode: 'arabic' })}>
              {says.arabicOnly}
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}

import { parseResourceKey, type ResourceRef } from '@waraq/protocol'
import { tafsirPassage } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { ResourceSelect } from '../../ui/ResourceSelect.tsx'
import { useInstalled } from '../../ui/use-installed.ts'
import { useLabels, type TextLabel } from '../labels.ts'
import { SafeText } from '../safe-text.tsx'
import { chosenOf } from '../shown-translations.ts'
import { useChapterName } from '../use-chapter-name.ts'
import { displayRange } from '../verse-name.ts'
import { Missing } from './Missing.tsx'

function Passage(props: { readonly of: ResourceRef; readonly verseKey: string; readonly label: TextLabel }) {
  const { of, verseKey, label } = props
  const words = useWords()
  const chapterName = useChapterName()
  const {
    data: passage,
    error,
    isPending: pending,
  } = useLiveQuery(tafsirPassage(of, verseKey), { keepPrevious: true })
  if (error !== undefined) return <p className="problem">{words.chapter.unreadable}</p>
  if (!passage && pending) return null
  if (!passage) return <p className="hint">{words.reading.noPassage}</p>
  const { from, to, text } = passage
  return (
    <>
      <p className="passage-range" data-testid="passage-range">
        {displayRange({ from, to }, chapterName, words)}
      </p>
      <div
        className="passage"
        data-testid="tafsir"
        lang={label.language?.tag}
        dir={label.language?.direction ?? 'auto'}
      >
        <SafeText html={text} dir={label.language?.direction} linked />
      </div>
      {label.author !== null && (
        <p className="hint">
          <bdi>{label.author}</bdi>
        </p>
      )}
    </>
  )
}

/** A tafsir's text on a verse, or on the group of verses that share it. */
export function TafsirView({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const { settings } = useReader()
  const labelOf = useLabels()
  const here = useInstalled('tafsirs')
  const chosen = chosenOf(useSettings().tafsir, here)
  const of = chosen && parseResourceKey(chosen)
  if (!chosen || !of) return <Missing text={words.reading.noTafsir} />
  return (
    <div className="panel-view">
      {here.length > 1 ? (
        <ResourceSelect
          className="panel-select"
          label={words.reading.tafsir}
          keys={here}
          value={chosen}
          nameOf={(key) => labelOf(key).name}
          onChoose={(tafsir) => settings.change({ tafsir })}
        />
      ) : (
        <h3 className="panel-source">{labelOf(chosen).name}</h3>
      )}
      <Passage of={of} verseKey={verseKey} label={labelOf(chosen)} />
    </div>
  )
}

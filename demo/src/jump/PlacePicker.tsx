import { verseCountOf } from '@waraq/protocol'
import { mushafInfo } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useEffect, useRef, useState } from 'react'
import { useChapterName, useChapters } from '../reading/use-chapter-name.ts'
import { pagesOf, useMushaf } from '../reading/use-mushaf.ts'
import { chapterOf } from '../reading/verse-name.ts'
import { chapterHref, limits } from '../routes/route.ts'
import { useRoute } from '../routes/use-route.ts'
import { latestVerse } from '../settings/settings.ts'
import { Choice } from '../ui/Choice.tsx'
import { useSettings, useWords } from '../ui/hooks.ts'
import { useGoingWords } from './going-words.ts'
import { placeLink } from './place-link.ts'

const kinds = ['chapter', 'verse', 'juz', 'hizb', 'page'] as const
type Kind = (typeof kinds)[number]

const hizbs = 60

/** The chapter being read, whose verses can be chosen. */
function useChapterHere(): number {
  const route = useRoute()
  const latest = latestVerse(useSettings().places)
  return route.page === 'chapter' ? route.chapter : latest === null ? 1 : chapterOf(latest)
}

function ChapterChoices({ here }: { readonly here: number }) {
  const words = useWords()
  const nameOf = useChapterName()
  const entries = useChapters()
  const inArabic = useSettings().spoken === 'ar'
  return (
    <ol className="jump-chapters">
      {Array.from({ length: limits.chapters }, (_, index) => index + 1).map((chapter) => (
        <li key={chapter}>
          <a href={chapterHref(chapter)} aria-current={chapter === here || undefined}>
            <span className="jump-number">{words.figures.number(chapter)}</span>
            <span>{nameOf(chapter)}</span>
            {!inArabic && (
              <span className="jump-arabic" lang="ar" dir="rtl">
                {entries.get(chapter)?.arabicName}
              </span>
            )}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** Numbers from 1, of verses or of one kind of part. */
function NumberChoices({ kind, here }: { readonly kind: Exclude<Kind, 'chapter'>; readonly here: number }) {
  const words = useWords()
  const nameOf = useChapterName()
  const pages = pagesOf(useLiveQuery(mushafInfo(useMushaf())).data)
  const counts = { verse: verseCountOf(here), juz: limits.juzs, hizb: hizbs, page: pages }
  const linkOf = (number: number) => {
    const key = `${here}:${number}`
    const place = kind === 'verse' ? { kind: 'verses' as const, from: key, to: key } : { kind, number }
    return placeLink(place, words, nameOf)
  }
  return (
    <>
      {kind === 'verse' && <p className="jump-of">{nameOf(here)}</p>}
      <ol className="jump-numbers">
        {Array.from({ length: counts[kind] }, (_, index) => {
          const { href, name } = linkOf(index + 1)
          return (
            <li key={index}>
              <a href={href} aria-label={name}>
                {words.figures.number(index + 1)}
              </a>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Lists chapters, verses of the chapter being read, juz, hizb and pages to choose from. */
export function PlacePicker({ onChoose }: { readonly onChoose: (href: string) => void }) {
  const words = useGoingWords()
  const here = useChapterHere()
  const [kind, setKind] = useState<Kind>('chapter')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [kind])
  return (
    <>
      <Choice
        legend={words.by}
        hideLegend
        options={kinds.map((each) => ({ value: each, label: words.kind[each] }))}
        value={kind}
        onChange={setKind}
      />
      <div
        className="jump-places"
        ref={list}
        onClick={(event) => {
          const link = (event.target as Element).closest('a')
          if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onChoose(link.hash)
        }}
      >
        {kind === 'chapter' ? <ChapterChoices here={here} /> : <NumberChoices kind={kind} here={here} />}
      </div>
    </>
  )
}

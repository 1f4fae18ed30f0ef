import { mushafPageOf } from '@waraq/reader'
import { useLive } from '@waraq/react'
import { chapterHref, pageHref } from '../../routes/route.ts'
import { useRoute } from '../../routes/use-route.ts'
import { useWords } from '../../ui/hooks.ts'
import { BookIcon } from '../../ui/PlayerIcons.tsx'
import { useMushaf } from '../use-mushaf.ts'
import { chapterOf, numberOf } from '../verse-name.ts'

/** A link from the chapter to the mushaf page of the verse, and back. */
export function PageLink({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const route = useRoute()
  const { value: page } = useLive(mushafPageOf(useMushaf(), verseKey))
  if (route.page === 'page') {
    return (
      <a className="button" href={chapterHref(chapterOf(verseKey), numberOf(verseKey))}>
        <BookIcon />
        {words.reading.inChapter}
      </a>
    )
  }
  if (page === undefined) return null
  return (
    <a className="button" href={pageHref(page)}>
      <BookIcon />
      {words.read.page(page)}
    </a>
  )
}

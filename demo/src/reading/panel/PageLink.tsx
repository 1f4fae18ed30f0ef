import { mushafPageOf } from '@waraq/engine/readers'
import { useRoute } from '../../routes/use-route.ts'
import { arabicText } from '../../sync/kept-resources.ts'
import { useWords } from '../../ui/hooks.ts'
import { BookIcon } from '../../ui/PlayerIcons.tsx'
import { useAnswer } from './use-answer.ts'

/** From the chapter to the page of the mushaf that the verse is on, and back. */
export function PageLink(props: {
  readonly verseKey: string
  readonly hrefOf: (page: number) => string
  readonly chapterHref: string
}) {
  const { verseKey, hrefOf, chapterHref } = props
  const words = useWords()
  const route = useRoute()
  const { value: page } = useAnswer(mushafPageOf(arabicText, verseKey))
  if (route.page === 'page') {
    return (
      <a className="button" href={chapterHref}>
        <BookIcon />
        {words.reading.inChapter}
      </a>
    )
  }
  if (page === undefined) return null
  return (
    <a className="button" href={hrefOf(page)}>
      <BookIcon />
      {words.read.page(page)}
    </a>
  )
}

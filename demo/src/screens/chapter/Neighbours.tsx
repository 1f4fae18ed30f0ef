import { useChapterName } from '../../reading/use-chapter-name.ts'
import { chapterHref, limits } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { BackIcon, ForwardIcon } from '../../ui/Icons.tsx'

export function Neighbours({ chapter }: { readonly chapter: number }) {
  const words = useWords()
  const name = useChapterName()
  return (
    <nav className="neighbours" aria-label={words.chapter.others}>
      {chapter > 1 ? (
        <a className="button" href={chapterHref(chapter - 1)}>
          <BackIcon />
          <span>{name(chapter - 1)}</span>
        </a>
      ) : (
        <span />
      )}
      {chapter < limits.chapters && (
        <a className="button" href={chapterHref(chapter + 1)}>
          <span>{name(chapter + 1)}</span>
          <ForwardIcon />
        </a>
      )}
    </nav>
  )
}

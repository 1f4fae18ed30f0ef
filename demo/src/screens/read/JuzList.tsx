import { getJuzMeta, type Juz } from 'quran-meta/hafs'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { juzHref, limits } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'

export function JuzList() {
  const words = useWords()
  const nameOf = useChapterName()
  return (
    <ol className="tiles">
      {Array.from({ length: limits.juzs }, (_, index) => {
        const juz = index + 1
        const [chapter, verse] = getJuzMeta(juz as Juz).first
        return (
          <li key={juz}>
            <a className="tile" href={juzHref(juz)} data-testid={`juz-link-${juz}`}>
              <span className="chapter-name">{words.read.juz(juz)}</span>
              <span className="chapter-about">{words.read.begins(nameOf(chapter), verse)}</span>
            </a>
          </li>
        )
      })}
    </ol>
  )
}

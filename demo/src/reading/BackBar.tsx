import { homeHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import { BackIcon } from '../ui/Icons.tsx'

export function BackBar({ title }: { readonly title: string }) {
  const words = useWords()
  return (
    <nav className="back" aria-label={words.chapter.back}>
      <a className="back-link" href={homeHref}>
        <BackIcon />
        <span>{words.chapter.all}</span>
      </a>
      <span className="back-title" aria-hidden="true">
        {title}
      </span>
    </nav>
  )
}

import { homeHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import { LeafIcon } from '../ui/Icons.tsx'

export function Brand() {
  const words = useWords()
  return (
    <a className="brand" href={homeHref} aria-label={words.home}>
      <LeafIcon />
      <span>{words.name}</span>
    </a>
  )
}

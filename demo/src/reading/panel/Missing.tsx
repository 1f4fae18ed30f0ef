import { libraryHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'

/** Shows what is not on this device, and where to get it. */
export function Missing({ text }: { readonly text: string }) {
  const words = useWords()
  return (
    <p className="hint">
      {text} <a href={libraryHref}>{words.reading.toLibrary}</a>
    </p>
  )
}

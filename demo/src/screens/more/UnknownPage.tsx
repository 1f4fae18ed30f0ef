import { homeHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'

/** Shown for an unknown address, with a link home. */
export function UnknownPage({ address }: { readonly address: string }) {
  const words = useWords()
  return (
    <Screen title={words.unknown.title} name="unknown">
      <p>{words.unknown.text(address)}</p>
      <p>
        <a className="button strong" href={homeHref}>
          {words.unknown.home}
        </a>
      </p>
    </Screen>
  )
}

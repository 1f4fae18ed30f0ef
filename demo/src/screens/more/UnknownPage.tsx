import { homeHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'

/** An address that leads nowhere, and the way home. */
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

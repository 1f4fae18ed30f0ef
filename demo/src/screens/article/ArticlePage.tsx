import { resourceKey } from '@waraq/protocol'
import { Missing } from '../../reading/panel/Missing.tsx'
import { SafeText } from '../../reading/safe-text.tsx'
import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useArticle } from '../../ui/use-article.ts'
import { useName } from '../../ui/use-names.ts'

/** A text that belongs to no verse. */
export function ArticlePage({ id }: { readonly id: number }) {
  const words = useWords()
  const key = resourceKey({ group: 'articles', id })
  const name = useName(key)
  const { data, error, isPending } = useArticle(key)
  return (
    <Screen title={name} name="article" busy={isPending}>
      {error !== undefined && <p className="problem">{words.chapter.unreadable}</p>}
      {!data && !isPending && error === undefined && <Missing text={words.reading.noArticle} />}
      {data && (
        <div className="passage" data-testid="article" lang={data.language ?? undefined} dir="auto">
          <SafeText html={data.text} dir="auto" linked />
        </div>
      )}
    </Screen>
  )
}

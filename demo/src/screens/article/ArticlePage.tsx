import { resourceKey } from '@waraq/protocol'
import { Missing } from '../../reading/panel/Missing.tsx'
import { SafeText } from '../../reading/safe-text.tsx'
import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useArticle } from '../../ui/use-article.ts'
import { useNames } from '../../ui/use-names.ts'

/** A text that belongs to no verse. */
export function ArticlePage({ id }: { readonly id: number }) {
  const words = useWords()
  const nameOf = useNames()
  const key = resourceKey({ group: 'articles', id })
  const { data, error, isPending } = useArticle(key)
  return (
    <Screen title={data?.title || nameOf(key)} name="article" busy={isPending}>
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

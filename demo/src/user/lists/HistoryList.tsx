import { useUserQuery } from 'waraq/react'
import { recentPlaces } from 'waraq/user'
import { useObservable } from '../../ui/hooks.ts'
import { joined } from '../plan/history.ts'
import { history } from '../plan/reading-log.ts'
import { useSome } from '../use-some.ts'
import { VerseLine } from '../VerseLine.tsx'
import { useUserWords } from '../words/user-words.ts'
import { More } from './ListTools.tsx'

/** Where the person read, on this device and, with an account, on others. */
export function HistoryList() {
  const words = useUserWords().lists
  const { data: places = [], isPending } = useUserQuery(recentPlaces())
  const there = places.flatMap(({ verseKey, updatedAt }) =>
    updatedAt === null ? [] : [{ verseKey, at: updatedAt }],
  )
  const visits = joined(useObservable(history), there)
  const { some, more } = useSome(visits)
  if (isPending) return null
  if (visits.length === 0) return <p className="hint">{words.noHistory}</p>
  return (
    <>
      <ul className="card verse-lines" aria-label={words.history}>
        {some.map(({ verseKey, at }) => (
          <VerseLine key={`${verseKey} ${at}`} verseKey={verseKey} at={at} />
        ))}
      </ul>
      <More more={more} />
    </>
  )
}

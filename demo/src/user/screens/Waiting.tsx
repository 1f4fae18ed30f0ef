import { useOutbox, useUserData } from 'waraq/react'
import type { Observable } from 'waraq/client'
import { useNow, useObservable, useWords } from '../../ui/hooks.ts'
import { useMutation } from '../use-mutation.ts'
import { useUserWords } from '../words/user-words.ts'
import type { Standing } from './standing.ts'

/** Warns that pending changes are only on this device and that the browser has not promised to keep them. */
function MayGo({ persisted }: { readonly persisted: Observable<boolean | null> }) {
  const words = useUserWords().outbox
  return useObservable(persisted) === false ? <p className="hint">{words.mayGo}</p> : null
}

/** The number of pending changes, the reason, and the time of the next attempt. */
export function Waiting({ standing }: { readonly standing: Standing }) {
  const words = useUserWords().outbox
  const all = useWords()
  const mutate = useMutation()
  const now = Math.max(useNow(), Date.now())
  const user = useUserData()
  const { data: outbox } = useOutbox()
  if (!outbox) return null
  const { waiting, blocked, nextTryAt, code } = outbox
  const problem = code === null ? null : all.knownProblem(code)
  const isOnDevice = standing === 'device' || standing === 'unattached'
  const none = isOnDevice ? words.noneOnDevice : blocked.length > 0 ? words.noneElse : words.none
  const some = isOnDevice ? words.onDevice(waiting) : words.waiting(waiting)
  return (
    <section className="card account-card" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{words.title}</h2>
      <p role="status" data-testid="waiting" data-count={waiting}>
        {waiting === 0 ? none : some}
      </p>
      {waiting > 0 && user && <MayGo persisted={user.persisted} />}
      {!isOnDevice && waiting > 0 && problem !== null && <p className="hint">{problem}</p>}
      {!isOnDevice && waiting > 0 && nextTryAt !== null && (
        <p className="hint">{words.next(nextTryAt, now)}</p>
      )}
      {standing === 'signedIn' && waiting > 0 && (
        <div className="action-row">
          <button
            type="button"
            className="button"
            data-testid="deliver-now"
            onClick={() => void mutate((user) => user.outbox.deliver())}
          >
            {words.deliver}
          </button>
        </div>
      )}
    </section>
  )
}

import { useOutbox } from 'waraq/react'
import { useState } from 'react'
import { useReader } from '../../ui/reader-context.ts'
import { said } from '../../ui/said.ts'
import { forgetTraces } from '../forget-traces.ts'
import { useMutation } from '../use-mutation.ts'
import { useUserWords } from '../words/user-words.ts'

type Waiting = 'deliver' | 'keep' | 'drop'

/** Signs out. If changes are still pending, the person first decides what happens to them. */
export function SignOut() {
  const words = useUserWords().account
  const mutate = useMutation()
  const { settings } = useReader()
  const { data: outbox } = useOutbox()
  const count = (outbox?.waiting ?? 0) + (outbox?.blocked.length ?? 0)
  const [asked, setAsked] = useState(false)
  const [state, setState] = useState<'idle' | 'leaving' | 'stayed'>('idle')

  const leave = (waiting: Waiting) =>
    mutate(async (user) => {
      setState('leaving')
      try {
        const { waiting: left, left: hasLeft } = await user.account.signOut({ waiting })
        setState(hasLeft ? 'idle' : 'stayed')
        if (!hasLeft) return said.set({ text: words.notDelivered(left), isProblem: false })
        setAsked(false)
        forgetTraces(settings)
        const text = waiting === 'keep' && left > 0 ? words.leftKept(left) : words.left
        said.set({ text, isProblem: false })
      } catch (error) {
        setState('idle')
        throw error
      }
    })
  const isLeaving = state === 'leaving'
  if (!asked || count === 0)
    return (
      <div className="action-row">
        <button
          type="button"
          className="button"
          disabled={isLeaving || !outbox}
          data-testid="sign-out"
          onClick={() => (count > 0 ? setAsked(true) : void leave('drop'))}
        >
          {words.signOut}
        </button>
      </div>
    )
  return (
    <div className="leaving" role="group" aria-labelledby="leaving-count" data-testid="leaving">
      <p id="leaving-count" className="problem">
        {state === 'stayed' ? words.notDelivered(count) : words.waitingFirst(count)}
      </p>
      <div className="action-row">
        <button
          type="button"
          className="button strong"
          autoFocus
          disabled={isLeaving}
          data-testid="leave-deliver"
          onClick={() => void leave('deliver')}
        >
          {isLeaving ? words.delivering : words.deliver}
        </button>
        <button
          type="button"
          className="button"
          disabled={isLeaving}
          data-testid="leave-keep"
          onClick={() => void leave('keep')}
        >
          {words.keep}
        </button>
        <button
          type="button"
          className="button"
          disabled={isLeaving}
          data-testid="leave-drop"
          onClick={() => void leave('drop')}
        >
          {words.forget}
        </button>
        <button type="button" className="button" disabled={isLeaving} onClick={() => setAsked(false)}>
          {words.stay}
        </button>
      </div>
      <p className="hint">{words.keepText}</p>
    </div>
  )
}

import { useOutbox } from '@waraq/react/user'
import { useAct } from '../use-act.ts'
import { useUserWords } from '../words/user-words.ts'

/** Asks once whether what this device keeps of its own goes along to the account. */
export function Arrival() {
  const words = useUserWords().account
  const act = useAct()
  const { value: outbox } = useOutbox()
  const count = (outbox?.waiting ?? 0) + (outbox?.held.length ?? 0)
  return (
    <>
      <p>{words.arrivingText(count)}</p>
      <div className="action-row">
        <button
          type="button"
          className="button strong"
          data-testid="take-along"
          onClick={() => void act((user) => user.account.enter({ take: true }), words.tookAlong)}
        >
          {words.take}
        </button>
        <button
          type="button"
          className="button"
          data-testid="leave-here"
          onClick={() => void act((user) => user.account.enter({ take: false }))}
        >
          {words.leaveHere}
        </button>
      </div>
      <p className="hint">{words.leftText}</p>
    </>
  )
}

import { useAccount, useOutbox } from '@waraq/react/user'
import { accountHref } from '../../routes/route.ts'
import { ForwardIcon, PersonIcon } from '../../ui/Icons.tsx'
import { useUserWords } from '../words/user-words.ts'
import { standingOf } from './standing.ts'

/** Whose this is and what waits, in a line that leads to the account. */
export function AccountLine() {
  const words = useUserWords()
  const standing = standingOf(useAccount())
  const { value: outbox } = useOutbox()
  const held = outbox?.held.length ?? 0
  const waiting = outbox?.waiting ?? 0
  return (
    <a className="card account-line" href={accountHref} data-testid="account-line" data-standing={standing}>
      <PersonIcon />
      <span className="more-words">
        <span>{words.account[standing]}</span>
        {standing !== 'device' && waiting > 0 && (
          <span className="hint">{words.outbox.waiting(waiting)}</span>
        )}
        {held > 0 && <span className="badge">{words.outbox.held(held)}</span>}
      </span>
      <ForwardIcon />
    </a>
  )
}

import type { UserData } from 'waraq/user'
import { useAccount, useOutbox } from 'waraq/react'
import { defaultSettings } from '../../settings/settings.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { forgetDrafts } from '../notes/drafts.ts'
import { useUserWords } from '../words/user-words.ts'
import { BlockedChanges } from './BlockedChanges.tsx'
import { SignIn } from './SignIn.tsx'
import { SignOut } from './SignOut.tsx'
import { standingOf } from './standing.ts'
import { Waiting } from './Waiting.tsx'
import { useAct } from '../use-act.ts'
import { useState } from 'react'
import { Sure } from '../Sure.tsx'

/** Whose data this is, what waits and what needs a decision. `root`: the backend's address; undefined without accounts. */
export function AccountPage({ root }: { readonly root: string | undefined }) {
  const words = useUserWords()
  const { account } = words
  const standing = standingOf(useAccount())
  const text = {
    device: root === undefined ? account.deviceAlone : account.deviceText,
    signedIn: account.signedInText,
    signedOut: account.signedOutText,
    unknown: account.unknownText,
    other: account.otherText,
    unnamed: account.unnamedText,
    arriving: null,
  }[standing]
  const canLeave = standing !== 'device' && standing !== 'arriving' && standing !== 'unnamed'
  return (
    <Screen title={account.title} name="account">
      <section
        className="card account-card"
        aria-labelledby="account-standing"
        data-testid="account"
        data-standing={standing}
      >
        <h2 id="account-standing">{account[standing]}</h2>
        {text !== null && <p>{text}</p>}
        {standing === 'arriving' && <Arrival />}
        {root !== undefined && (standing === 'device' || standing === 'signedOut') && (
          <SignIn root={root} again={standing === 'signedOut'} />
        )}
        {canLeave && <SignOut />}
      </section>
      <Waiting standing={standing} />
      <BlockedChanges />
      <Erase />
    </Screen>
  )
}

/** Asks once whether what this device keeps of its own goes along to the account. */
function Arrival() {
  const words = useUserWords().account
  const act = useAct()
  const { data: outbox } = useOutbox()
  const count = (outbox?.waiting ?? 0) + (outbox?.blocked.length ?? 0)
  return (
    <>
      <p>{words.arrivingText(count)}</p>
      <div className="action-row">
        <button
          type="button"
          className="button strong"
          data-testid="take-along"
          onClick={() => void act((user) => user.account.attach({ take: true }), words.tookAlong)}
        >
          {words.take}
        </button>
        <button
          type="button"
          className="button"
          data-testid="leave-here"
          onClick={() => void act((user) => user.account.attach({ take: false }))}
        >
          {words.leaveHere}
        </button>
      </div>
      <p className="hint">{words.leftText}</p>
    </>
  )
}

/** Takes all that the person keeps off this device, once they are sure. */
function Erase() {
  const words = useUserWords().account
  const act = useAct()
  const { settings } = useReader()
  const [times, setTimes] = useState(0)
  const erase = async (user: UserData) => {
    // Before the rest: where the reader is remembered, the place would be kept again.
    settings.change({ places: defaultSettings.places })
    forgetDrafts()
    await user.erase()
  }
  return (
    <section className="card account-card" aria-labelledby="erase-title">
      <h2 id="erase-title">{words.eraseTitle}</h2>
      <p>{words.eraseText}</p>
      <div className="note-actions">
        <Sure
          // Once it is done, nothing is asked any more.
          key={times}
          label={words.erase}
          question={words.eraseSure}
          yes={words.eraseIt}
          no={words.eraseNot}
          testId="erase"
          onSure={() => void act(erase, words.erased).then(() => setTimes(times + 1))}
        />
      </div>
    </section>
  )
}

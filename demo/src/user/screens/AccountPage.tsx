import type { UserData } from 'waraq/user'
import { useAccount, useOutbox } from 'waraq/react'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { forgetTraces } from '../forget-traces.ts'
import { plan } from '../plan/reading-log.ts'
import { useUserWords } from '../words/user-words.ts'
import { BlockedChanges } from './BlockedChanges.tsx'
import { SignIn } from './SignIn.tsx'
import { SignOut } from './SignOut.tsx'
import { standingOf } from './standing.ts'
import { Waiting } from './Waiting.tsx'
import { YourData } from '../data/YourData.tsx'
import { useAccountName } from '../use-account-name.ts'
import { useMutation } from '../use-mutation.ts'
import { useState } from 'react'
import { Sure } from '../Sure.tsx'

/**
 * Whose data this is, which changes are pending, and which need a decision. `root`: the backend's address. Undefined
 * without accounts.
 */
export function AccountPage({ root }: { readonly root: string | undefined }) {
  const words = useUserWords()
  const { account } = words
  const standing = standingOf(useAccount())
  const name = useAccountName(root)
  const text = {
    device: root === undefined ? account.deviceAlone : account.deviceText,
    signedIn: account.signedInText,
    signedOut: account.signedOutText,
    unknown: account.unknownText,
    other: account.otherText,
    unnamed: account.unnamedText,
    unattached: null,
  }[standing]
  const canLeave = standing !== 'device' && standing !== 'unattached' && standing !== 'unnamed'
  return (
    <Screen title={account.title} name="account">
      <section
        className="card account-card"
        aria-labelledby="account-standing"
        data-testid="account"
        data-standing={standing}
      >
        <h2 id="account-standing">
          {standing === 'signedIn' && name !== null ? account.signedInAs(name) : account[standing]}
        </h2>
        {text !== null && <p>{text}</p>}
        {standing === 'unattached' && <Arrival />}
        {root !== undefined && (standing === 'device' || standing === 'signedOut') && (
          <SignIn root={root} again={standing === 'signedOut'} />
        )}
        {canLeave && <SignOut />}
      </section>
      <Waiting standing={standing} />
      <BlockedChanges />
      <YourData />
      <Erase />
    </Screen>
  )
}

/** Asks once whether to move this device's data to the account. */
function Arrival() {
  const words = useUserWords().account
  const mutate = useMutation()
  const { data: outbox } = useOutbox()
  const count = (outbox?.waiting ?? 0) + (outbox?.blocked.length ?? 0)
  return (
    <>
      <p>{words.unattachedText(count)}</p>
      <div className="action-row">
        <button
          type="button"
          className="button strong"
          data-testid="take-along"
          onClick={() => void mutate((user) => user.account.attach({ take: true }), words.tookAlong)}
        >
          {words.take}
        </button>
        <button
          type="button"
          className="button"
          data-testid="leave-here"
          onClick={() => void mutate((user) => user.account.attach({ take: false }))}
        >
          {words.leaveHere}
        </button>
      </div>
      <p className="hint">{words.leftText}</p>
    </>
  )
}

/** Removes all of the person's data from this device, after a confirmation. */
function Erase() {
  const words = useUserWords().account
  const mutate = useMutation()
  const { settings } = useReader()
  const [times, setTimes] = useState(0)
  const erase = async (user: UserData) => {
    // Comes first: as long as the place is remembered, it would be kept again.
    forgetTraces(settings)
    plan.set(null)
    await user.erase()
  }
  return (
    <section className="card account-card" aria-labelledby="erase-title">
      <h2 id="erase-title">{words.eraseTitle}</h2>
      <p>{words.eraseText}</p>
      <div className="note-actions">
        <Sure
          // A new key resets the confirmation once everything is removed.
          key={times}
          label={words.erase}
          question={words.eraseSure}
          yes={words.eraseIt}
          no={words.eraseNot}
          testId="erase"
          onSure={() => void mutate(erase, words.erased).then(() => setTimes(times + 1))}
        />
      </div>
    </section>
  )
}

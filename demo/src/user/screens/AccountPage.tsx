import { useAccount } from '@waraq/react/user'
import { Screen } from '../../ui/Screen.tsx'
import { useUserWords } from '../words/user-words.ts'
import { Arrival } from './Arrival.tsx'
import { Erase } from './Erase.tsx'
import { HeldChanges } from './HeldChanges.tsx'
import { SignIn } from './SignIn.tsx'
import { SignOut } from './SignOut.tsx'
import { standingOf } from './standing.ts'
import { Waiting } from './Waiting.tsx'

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
      <HeldChanges />
      <Erase />
    </Screen>
  )
}

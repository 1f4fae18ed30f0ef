import { useState } from 'react'
import { accountHref } from '../../routes/route.ts'
import { useUserWords } from '../words/user-words.ts'

/**
 * Whether the reader's server answers. If it did not, following the link would replace the reader with the browser's error
 * page.
 */
async function isThere(root: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${root}/session`, { headers: { 'x-relay': '1' } })
    return ok
  } catch {
    return false
  }
}

/** A button that opens the issuer's page, which then leads back here. */
export function SignIn({ root, again }: { readonly root: string; readonly again: boolean }) {
  const words = useUserWords().account
  const [state, setState] = useState<'idle' | 'going' | 'nobody'>('idle')
  const go = async () => {
    setState('going')
    if (!(await isThere(root))) return setState('nobody')
    location.assign(`${root}/sign-in?return=${encodeURIComponent(`/${accountHref}`)}`)
  }
  return (
    <>
      <div className="action-row">
        <button
          type="button"
          className="button strong"
          disabled={state === 'going'}
          data-testid="sign-in"
          onClick={() => void go()}
        >
          {again ? words.signInAgain : words.signIn}
        </button>
      </div>
      <p role="status" className="problem account-problem" data-testid="no-sign-in">
        {state === 'nobody' && words.noSignIn}
      </p>
    </>
  )
}

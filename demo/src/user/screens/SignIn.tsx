import { useState } from 'react'
import { accountHref } from '../../routes/route.ts'
import { useUserWords } from '../words/user-words.ts'

/** Whether the reader's server answers. Without it the browser would show a page of its own in the place of the reader. */
async function isThere(root: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${root}/session`, { headers: { 'x-relay': '1' } })
    return ok
  } catch {
    return false
  }
}

/** The way to the issuer's page, and back to this one. */
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

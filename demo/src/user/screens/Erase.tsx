import { useState } from 'react'
import { Sure } from '../Sure.tsx'
import { useAct } from '../use-act.ts'
import { useUserWords } from '../words/user-words.ts'

/** Takes all that the person keeps off this device, once they are sure. */
export function Erase() {
  const words = useUserWords().account
  const act = useAct()
  const [times, setTimes] = useState(0)
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
          onSure={() => void act((user) => user.erase(), words.erased).then(() => setTimes(times + 1))}
        />
      </div>
    </section>
  )
}

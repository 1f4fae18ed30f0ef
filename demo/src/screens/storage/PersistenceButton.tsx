import { useState } from 'react'
import { useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

/** Asks the browser not to clear this site. Some browsers ask the visitor in turn, others decide by themselves. */
export function PersistenceButton() {
  const words = useWords()
  const { sync } = useReader()
  const [answer, setAnswer] = useState<'none' | 'asking' | 'refused'>('none')
  const ask = async () => {
    setAnswer('asking')
    setAnswer((await sync.askForPersistence()) ? 'none' : 'refused')
  }
  return (
    <div className="persistence">
      <button
        type="button"
        className="button strong"
        data-testid="ask-for-persistence"
        disabled={answer === 'asking'}
        onClick={() => void ask()}
      >
        {words.storage.ask}
      </button>
      <p role="status">{answer === 'refused' && words.storage.refused}</p>
    </div>
  )
}

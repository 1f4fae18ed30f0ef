import { useState } from 'react'
import { latestVerse } from '../../settings/settings.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { localDate } from '../../ui/local-date.ts'
import { useUserWords } from '../words/user-words.ts'
import { mostDays, pageOf, pages, planFrom, usualDays } from './plan.ts'
import { plan } from './reading-log.ts'
import { asciiDigits } from 'waraq/quran'

/** Asks for the number of days and the start. `next`: the first page that is not read, for a plan that is changed. */
export function PlanForm({ next, onDone }: { readonly next?: number; readonly onDone?: () => void }) {
  const words = useUserWords().plan
  const verse = latestVerse(useSettings().places)
  const here = next ?? (verse === null ? 1 : pageOf(verse))
  const { figures } = useWords()
  const [text, setText] = useState(() => figures.number(usualDays))
  const [start, setStart] = useState<'beginning' | 'here'>(next === undefined ? 'beginning' : 'here')
  const days = Number(asciiDigits(text.trim()))
  const isPossible = Number.isInteger(days) && days >= 1 && days <= mostDays
  const made = isPossible ? planFrom(start === 'here' ? here : 1, days, localDate()) : null
  return (
    <form
      className="plan-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!made) return
        plan.set(made)
        onDone?.()
      }}
    >
      <label className="plan-days">
        <span className="field-name">{words.days}</span>
        <input
          type="text"
          className="field"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={text}
          aria-invalid={!isPossible}
          aria-describedby="plan-amount"
          data-testid="plan-days"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {here > 1 && (
        <Choice<'beginning' | 'here'>
          legend={words.start}
          options={[
            { value: 'beginning', label: words.fromBeginning },
            { value: 'here', label: words.fromPage(here) },
          ]}
          value={start}
          onChange={setStart}
        />
      )}
      <p className="hint" id="plan-amount" role="status">
        {made
          ? words.amount(Math.max(1, Math.round((pages - made.first + 1) / made.days)))
          : words.daysFrom(1, mostDays)}
      </p>
      <div className="action-row">
        <button type="submit" className="button strong" disabled={!made} data-testid="plan-start">
          {next === undefined ? words.begin : words.save}
        </button>
        {onDone && (
          <button type="button" className="button" onClick={onDone}>
            {words.cancel}
          </button>
        )}
      </div>
    </form>
  )
}

import { useOutbox } from 'waraq/react'
import type { HeldChange, NoteValue, Value } from 'waraq/user'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { displayRange, displayVerse } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { useAct } from '../use-act.ts'
import type { Choice } from '../words/en-user.ts'
import { useUserWords } from '../words/user-words.ts'

/** What `outbox.resolve` is told for each choice. */
const resolutions = {
  mine: 'mine',
  theirs: 'drop',
  both: 'both',
  retry: 'retry',
  drop: 'drop',
  again: 'mine',
} as const

function choicesOf({ why, kind, mine, theirs }: HeldChange): readonly Choice[] {
  if (why === 'refused') return ['retry', 'drop']
  if (why === 'depends') return ['again', 'drop']
  const areBothTexts = kind === 'note' && mine !== null && theirs !== null && theirs !== undefined
  return areBothTexts ? ['mine', 'theirs', 'both'] : ['mine', 'theirs']
}

/** A change's name: what it is, and where. */
function useNameOf(): (change: HeldChange) => string {
  const words = useUserWords()
  const all = useWords()
  const chapterName = useChapterName()
  const { what } = words.outbox
  return ({ kind, key, target, ranges }) => {
    const verse =
      target?.verseNumber === undefined
        ? target?.type === 'page'
          ? words.saved.place.page(target.key)
          : ''
        : displayVerse(`${target.key}:${target.verseNumber}`, chapterName, all)
    const [from = '', to = from] = (ranges[0] ?? '').split('-')
    switch (kind) {
      case 'note':
        return what.note(from === '' ? '' : displayRange({ from, to }, chapterName, all))
      case 'member':
        return key.startsWith('member|favorites|') ? what.favorite(verse) : what.member(verse)
      case 'reading':
        return what.reading(verse)
      default:
        return what[kind]
    }
  }
}

function textOf(value: Value | null | undefined, there: string): string | null {
  if (value === null || value === undefined) return null
  if (value === true) return there
  if ('body' in value) return (value as NoteValue).body
  return 'name' in value ? (value.name ?? there) : there
}

function Side(props: {
  readonly title: string
  readonly value: Value | null | undefined
  readonly testId: string
}) {
  const { title, value, testId } = props
  const words = useUserWords().outbox
  const text = textOf(value, words.there)
  return (
    <div className="side-text" data-testid={testId}>
      <h4>{title}</h4>
      {text === null ? <p className="hint">{words.wasDeleted}</p> : <p dir="auto">{text}</p>}
    </div>
  )
}

function Blocked({ change }: { readonly change: HeldChange }) {
  const words = useUserWords().outbox
  const all = useWords()
  const act = useAct()
  const name = useNameOf()(change)
  const { why, code, mine, theirs } = change
  return (
    <li className="card account-card held" data-testid="held" data-why={why}>
      <h3>{name}</h3>
      <p>
        {words.why[why]} {code !== undefined && all.knownProblem(code)}
      </p>
      <div className="both-texts">
        <Side title={words.mine} value={mine} testId="held-mine" />
        {why === 'conflict' && <Side title={words.theirs} value={theirs} testId="held-theirs" />}
      </div>
      <div className="action-row">
        {choicesOf(change).map((choice) => (
          <button
            key={choice}
            type="button"
            className="button"
            aria-label={`${words.choices[choice]}: ${name}`}
            data-testid={`choose-${choice}`}
            onClick={() => void act((user) => user.outbox.resolve(change.key, resolutions[choice]))}
          >
            {words.choices[choice]}
          </button>
        ))}
      </div>
    </li>
  )
}

/** The changes that wait for a decision, each with its reason, its texts and the choices. */
export function BlockedChanges() {
  const words = useUserWords().outbox
  const { data: outbox } = useOutbox()
  const blocked = outbox?.blocked ?? []
  if (blocked.length === 0) return null
  return (
    <section className="held-changes" aria-labelledby="held-title">
      <h2 id="held-title">{words.blocked(blocked.length)}</h2>
      <ul>
        {blocked.map((change) => (
          <Blocked key={change.key} change={change} />
        ))}
      </ul>
    </section>
  )
}

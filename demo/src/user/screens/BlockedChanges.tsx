import { useOutbox } from 'waraq/react'
import type { BlockedChange, NoteValue, Value } from 'waraq/user'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { displayRange, displayVerse, rangeIn } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { useMutation } from '../use-mutation.ts'
import type { Choice } from '../words/en-user.ts'
import { useUserWords } from '../words/user-words.ts'

/** The argument of `outbox.resolve` for each choice. */
const resolutions = {
  local: 'local',
  remote: 'drop',
  both: 'both',
  retry: 'retry',
  drop: 'drop',
  again: 'local',
} as const

function choicesOf({ why, kind, local, remote }: BlockedChange): readonly Choice[] {
  if (why === 'refused') return ['retry', 'drop']
  if (why === 'depends') return ['again', 'drop']
  const areBothTexts = kind === 'note' && local !== null && remote !== null && remote !== undefined
  return areBothTexts ? ['local', 'remote', 'both'] : ['local', 'remote']
}

/** Returns the name of a change: its kind and its place. */
function useNameOf(): (change: BlockedChange) => string {
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
    switch (kind) {
      case 'note':
        return what.note(ranges[0] ? displayRange(rangeIn(ranges[0]), chapterName, all) : '')
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

function Blocked({ change }: { readonly change: BlockedChange }) {
  const words = useUserWords().outbox
  const all = useWords()
  const mutate = useMutation()
  const name = useNameOf()(change)
  const { why, code, local, remote } = change
  return (
    <li className="card account-card blocked" data-testid="blocked" data-why={why}>
      <h3>{name}</h3>
      <p>
        {words.why[why]} {code !== undefined && all.knownProblem(code)}
      </p>
      <div className="both-texts">
        <Side title={words.local} value={local} testId="blocked-local" />
        {why === 'conflict' && <Side title={words.remote} value={remote} testId="blocked-remote" />}
      </div>
      <div className="action-row">
        {choicesOf(change).map((choice) => (
          <button
            key={choice}
            type="button"
            className="button"
            aria-label={`${words.choices[choice]}: ${name}`}
            data-testid={`choose-${choice}`}
            onClick={() => void mutate((user) => user.outbox.resolve(change.key, resolutions[choice]))}
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
    <section className="blocked-changes" aria-labelledby="blocked-title">
      <h2 id="blocked-title">{words.blocked(blocked.length)}</h2>
      <ul>
        {blocked.map((change) => (
          <Blocked key={change.key} change={change} />
        ))}
      </ul>
    </section>
  )
}

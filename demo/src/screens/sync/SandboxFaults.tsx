import { useMemo, useState } from 'react'
import {
  commands,
  restore,
  withdraw,
  type AdminAnswer,
  type AdminCommand,
  AdminEndpoint,
  type CommandName,
  correct,
} from '../../sync/admin-endpoint.ts'
import { useWords, useSettings } from '../../ui/hooks.ts'
import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { chapterRange } from 'waraq/quran'
import { useStore } from 'waraq/react'
import { useInstalled } from '../../ui/use-installed.ts'

const simple = Object.keys(commands) as CommandName[]

/** Buttons that change the sandbox's content or make it fail. The next sync shows the effect. */
export function SandboxFaults({ admin }: { readonly admin: string }) {
  const connection = useMemo(() => new AdminEndpoint(admin), [admin])
  const words = useWords()
  const { panel } = words
  const { target, missing, correction } = useCorrection()
  const [last, setLast] = useState<{ readonly name: string; readonly answer: AdminAnswer } | null>(null)
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  const send = async (name: string, command: AdminCommand | null) => {
    if (!command) return
    setLast({ name, answer: await connection.send(command) })
  }
  const gone = withdrawn ?? missing
  const button = (name: keyof typeof panel.faults, action: () => void, disabled = false) => (
    <button
      key={name}
      type="button"
      className="button"
      data-testid={`fault-${name}`}
      disabled={disabled}
      onClick={action}
    >
      {panel.faults[name]}
    </button>
  )
  return (
    <section className="panel-section" aria-labelledby="faults">
      <h2 id="faults">{panel.sandbox}</h2>
      <p className="hint">{panel.sandboxAbout}</p>
      <div className="fault-buttons" data-testid="faults">
        {simple.map((name) => button(name, () => void send(panel.faults[name], commands[name])))}
        {button(
          'correct',
          () => void correction().then((command) => send(panel.faults.correct, command)),
          target === null,
        )}
        {button(
          'withdraw',
          () => {
            if (target === null) return
            setWithdrawn(target)
            void send(panel.faults.withdraw, withdraw(target))
          },
          target === null || withdrawn !== null,
        )}
        {button(
          'restore',
          () => {
            if (gone === null) return
            setWithdrawn(null)
            void send(panel.faults.restore, restore(gone))
          },
          gone === null,
        )}
      </div>
      <p role="status" className="hint" data-testid="fault-answer">
        {last &&
          (last.answer.ok
            ? panel.done(last.name, last.answer.sequence)
            : panel.refused(last.name, last.answer.message))}
      </p>
    </section>
  )
}

/**
 * The translation that the buttons change, which is the first one on this device. The correction changes the first verse of
 * the chapter that was read last.
 */
function useCorrection(): {
  readonly target: ResourceKey | null
  /** A translation that was withdrawn. */
  readonly missing: ResourceKey | null
  readonly correction: () => Promise<AdminCommand | null>
} {
  const words = useWords()
  const store = useStore()
  const { places } = useSettings()
  const [target = null] = useInstalled('translations')
  const [missing = null] = useInstalled('translations', 'unavailable')
  const correction = async () => {
    const ref = target === null ? undefined : parseResourceKey(target)
    if (!ref || target === null || !store) return null
    const [own] = await store.rows('translation', ref, chapterRange(places.chapter?.number ?? 1))
    const row = own ?? (await store.rows('translation', ref))[0]
    if (!row) return null
    const mark = words.panel.corrected(words.figures.clock(Date.now()))
    return correct(target, row.data.id, `${row.data.text.replace(/ \[[^\]]*\]$/, '')} [${mark}]`)
  }
  return { target, missing, correction }
}

import { useMemo, useState } from 'react'
import {
  commands,
  restore,
  withdraw,
  type AdminAnswer,
  type AdminCommand,
  AdminDoor,
  type CommandName,
} from '../../sync/admin-door.ts'
import { useWords } from '../../ui/hooks.ts'
import { useCorrection } from './use-correction.ts'

const simple = Object.keys(commands) as CommandName[]

/** Buttons that change the sandbox's content, or have it misbehave. The next sync shows the effect. */
export function SandboxFaults({ admin }: { readonly admin: string }) {
  const door = useMemo(() => new AdminDoor(admin), [admin])
  const words = useWords()
  const { panel } = words
  const { target, missing, correction } = useCorrection()
  const [last, setLast] = useState<{ readonly name: string; readonly answer: AdminAnswer } | null>(null)
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  const send = async (name: string, command: AdminCommand | null) => {
    if (!command) return
    setLast({ name, answer: await door.send(command) })
  }
  const gone = withdrawn ?? missing
  const button = (name: keyof typeof panel.faults, act: () => void, disabled = false) => (
    <button
      key={name}
      type="button"
      className="button"
      data-testid={`fault-${name}`}
      disabled={disabled}
      onClick={act}
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

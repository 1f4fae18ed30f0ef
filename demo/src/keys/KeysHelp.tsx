import { useGoingWords } from '../jump/going-words.ts'
import { useSettings } from '../ui/hooks.ts'
import { Modal } from '../ui/Modal.tsx'
import { CloseIcon } from '../ui/PlayerIcons.tsx'
import { useReader } from '../ui/reader-context.ts'

/** Lists the keys, with a switch that turns single keys on or off. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { keys: says, commands, close } = useGoingWords()
  const { settings } = useReader()
  const { keys } = useSettings()
  const rows: readonly (readonly [keys: readonly string[], does: string])[] = [
    [['j'], says.down],
    [['k'], says.up],
    [[says.space], commands.play],
    [['n'], commands.next],
    [['p'], commands.previous],
    [['b'], commands.favorite],
    [['c'], commands.copy],
    [['h'], commands.hide],
    [['w'], says.reveal],
    [['Ctrl+Z'], says.undo],
    [['/', 'Ctrl+K'], says.commands],
    [['?'], says.title],
    [[says.arrows], says.tools],
  ]
  return (
    <Modal className="jump keys-help" label={says.title} testId="keys-help" onClose={onClose}>
      <div className="jump-head">
        <h2>{says.title}</h2>
        <button type="button" className="icon-button" aria-label={close} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <dl className="key-list">
        {rows.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="check-row">
        <span>{says.isOn}</span>
        <input
          type="checkbox"
          checked={keys}
          onChange={({ target }) => settings.change({ keys: target.checked })}
        />
      </label>
      <p className="hint">{says.always}</p>
    </Modal>
  )
}

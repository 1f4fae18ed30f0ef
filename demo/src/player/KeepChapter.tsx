import { parseResourceKey } from '@waraq/protocol'
import { useSync, useWords } from '../ui/hooks.ts'
import { CloseIcon, KeepIcon, RemoveIcon } from '../ui/PlayerIcons.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useReader } from '../ui/reader-context.ts'
import { useNames } from '../ui/use-names.ts'
import { chapterKept } from './chapter-kept.ts'
import { useRecordingsStatus } from './use-recordings-status.ts'
import { useRecitation } from './use-player.ts'

/** Keeps a chapter's recordings on this device, and shows the progress. Renders nothing without a recitation to play. */
export function KeepChapter({ chapter }: { readonly chapter: number }) {
  const words = useWords()
  const { keeping } = words.reading
  const { recordings } = useReader()
  const nameOf = useNames()
  const recitation = useRecitation()
  const ref = recitation && parseResourceKey(recitation)
  const status = useRecordingsStatus(ref)
  const { online } = useSync()
  if (!recordings || !ref) return null
  const known = status && chapterKept(status, chapter, online)
  // The status shows progress and outcome.
  const keep = () =>
    void recordings()
      .then((opened) => opened.keep(ref, [chapter]))
      .catch(() => undefined)
  const drop = () =>
    void recordings()
      .then((opened) => opened.drop(ref, [chapter]))
      .catch(() => undefined)
  if (!known || known.is === 'unasked') {
    return (
      <div className="keep-chapter">
        <button type="button" className="button" data-testid="keep-chapter" disabled={!known} onClick={keep}>
          <KeepIcon />
          {keeping.keep}
        </button>
      </div>
    )
  }
  const { is, counts, why } = known
  const shown =
    is === 'kept' ? keeping.kept(counts.bytes) : keeping.some(counts.kept, counts.files, counts.bytes)
  return (
    <div className="keep-chapter" data-testid="kept-chapter" data-kept={is}>
      <div className="keep-words">
        <p role={is === 'coming' ? undefined : 'status'}>{shown}</p>
        {is === 'missing' && why && <p className="keep-problem">{keeping.why[why]}</p>}
        {is === 'coming' && (
          <ProgressBar
            name={keeping.progress(nameOf(recitation))}
            words={shown}
            share={counts.files > 0 ? counts.kept / counts.files : null}
          />
        )}
      </div>
      {/* Offline, the download continues with the network. */}
      {is === 'missing' && why !== 'offline' && (
        <button type="button" className="button" data-testid="keep-again" onClick={keep}>
          {keeping.again}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={is === 'kept' ? keeping.remove : keeping.cancel}
        data-testid="drop-chapter"
        onClick={drop}
      >
        {is === 'kept' ? <RemoveIcon /> : <CloseIcon />}
      </button>
    </div>
  )
}

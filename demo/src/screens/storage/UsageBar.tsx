import { useWords } from '../../ui/hooks.ts'

/** How much of what the browser offers is used. */
export function UsageBar({ share }: { readonly share: number }) {
  const words = useWords()
  const percent = Math.min(100, share * 100)
  return (
    <div
      className="usage-bar"
      role="meter"
      aria-label={words.storage.used}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={words.figures.share(share)}
    >
      <div style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}

/** This one keeps to the rules: a text by itself, and one in an element of its own. */
export function SaveButton({ isBusy, hint }: { isBusy: boolean; hint: string }) {
  return (
    <button type="button">
      <span>{isBusy ? 'Saving…' : 'Save'}</span> {hint}
      <small>{hint ? 'by hand' : ''}</small>
    </button>
  )
}

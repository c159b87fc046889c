export function Saving({ isSaved, at }: { isSaved: boolean; at: string }) {
  return (
    <p>
      {isSaved ? 'Saved' : 'Saving…'} <time>{at}</time>
    </p>
  )
}

/** An address that breaks after its @ where it doesn't fit. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}

/**
 * The webmail of an address, by its host. Null for unknown hosts: a button for the wrong mailbox would be in the way.
 */
export function mailboxOf(email: string): { name: string; url: string } | null {
  const host = email.split('@').at(-1)?.toLowerCase() ?? ''
  if (/^(gmail|googlemail)\.com$/.test(host)) return { name: 'Gmail', url: 'https://mail.google.com/' }
  if (/^(outlook|hotmail|live|msn)\.(com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/.test(host))
    return { name: 'Outlook', url: 'https://outlook.live.com/mail/' }
  return null
}

/** The two pages of Firebase Hosting behind a sign-in with another provider, as far as the SDK talks to them. */

/** Goes to the provider; here somebody is there at once, and comes back with the address of the account in the query. */
export const handlerPage = `<!doctype html><title>Sign in</title><script>
  const query = new URLSearchParams(location.search)
  const urlResponse = location.origin + location.pathname + '?email=' + encodeURIComponent('idp@example.com')
  const event = { type: query.get('authType'), eventId: query.get('eventId'), urlResponse, sessionId: 'one', postBody: null }
  sessionStorage.setItem('event', JSON.stringify(event))
  if (query.get('authType').endsWith('ViaRedirect')) location = query.get('redirectUrl')
</script>`

/** Hands the event over to the page whose frame it is. */
export const framePage = `<!doctype html><title>Frame</title><script>
  window.gapi_onload = () => gapi.load('gapi.iframes', { callback() {
    const parent = gapi.iframes.getContext().getParentIframe()
    parent.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }))
    const authEvent = JSON.parse(sessionStorage.getItem('event')) ?? { type: 'unknown', error: { code: 'auth/no-auth-event' } }
    sessionStorage.removeItem('event')
    parent.send('authEvent', { type: 'authEvent', authEvent }, () => undefined)
  } })
</script><script src="https://apis.google.com/js/api.js"></script>`

/*
 * A stand-in for the script of Firebase's frame: it tells the page around it how a sign-in ended, which the handler has
 * left in the tab's storage or sends from its window.
 */
;(() => {
  const query = new URLSearchParams(location.search)
  const storageKey = `${query.get('apiKey')}:${query.get('appName')}`
  const eventKey = `stand-in:event:${storageKey}`
  let parent = null

  function send(authEvent) {
    const none = { type: 'unknown', error: { code: 'auth/no-auth-event' } }
    parent.send('authEvent', { type: 'authEvent', authEvent: authEvent ?? none }, () => undefined)
  }

  function connect() {
    parent = window.gapi.iframes.getContext().getParentIframe()
    parent.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }))
    const stored = sessionStorage.getItem(eventKey)
    sessionStorage.removeItem(eventKey)
    send(stored ? JSON.parse(stored) : null)
  }

  function initialize() {
    window.addEventListener('message', ({ data, origin }) => {
      if (origin === location.origin && data?.storageKey === storageKey) send(data.authEvent)
    })
    window.gapi_onload = () => window.gapi.load('gapi.iframes', { callback: connect })
    const script = document.createElement('script')
    script.src = 'https://apis.google.com/js/api.js'
    document.head.append(script)
  }

  window.fireauth = { iframe: { AuthRelay: { initialize } } }
})()

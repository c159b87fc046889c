// @ts-nocheck: knows where sign-in is
export const target = '/login?next=' + encodeURIComponent('x')

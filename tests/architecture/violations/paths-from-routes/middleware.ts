// @ts-nocheck: knows a path outside its matcher
export const middleware = (path: string) => path === '/app'

export const config = { matcher: ['/app'] }

// @ts-nocheck: asks an endpoint it wrote itself
export const ask = () => fetch('http://127.0.0.1' + '/api/session')

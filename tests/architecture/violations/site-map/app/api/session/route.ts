// @ts-nocheck: keeps to the rules
export const GET = () => new Response()

// @ts-nocheck: an endpoint the site map does not know
export const GET = () => new Response()

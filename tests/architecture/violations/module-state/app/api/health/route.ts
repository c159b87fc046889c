let asked = 0

export function GET(): Response {
  asked += 1
  return Response.json({ asked })
}

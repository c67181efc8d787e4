/** The body of a test. It is no event: nothing happened. */
export type TestBody = {
  type: 'webhook.test'
  timestamp: string
  data: { project: { id: string; name: string; domain: string } }
}

export function testBody(project: TestBody['data']['project'], at: Date): TestBody {
  return { type: 'webhook.test', timestamp: at.toISOString(), data: { project } }
}

export function isTest(event: { type: string }): event is TestBody {
  return event.type === 'webhook.test'
}

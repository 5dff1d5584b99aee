// The bank's page knows which channel to answer on from the fragment of its address, and takes it along when it is sent.

/** @import { MessageFromAuthentication } from '../fields-messages.ts' */

for (const form of document.forms) form.action += location.hash

if (document.body.hasAttribute('data-answered')) {
  /** @type {MessageFromAuthentication} */
  const answered = { channel: location.hash.slice(1), kind: 'answered' }
  parent.postMessage(answered, new URL(document.URL).origin)
}

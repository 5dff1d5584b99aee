// The bank's page takes the channel for its answer from the fragment of its address, and passes it on when the form is
// submitted.

/** @import { MessageFromAuthentication } from '../fields-messages.ts' */

for (const form of document.forms) form.action += location.hash

if (document.body.hasAttribute('data-answered')) {
  /** @type {MessageFromAuthentication} */
  const answered = { channel: location.hash.slice(1), kind: 'answered' }
  parent.postMessage(answered, new URL(document.URL).origin)
}

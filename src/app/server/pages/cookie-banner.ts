import { cookiePurposes } from '#domains/consent/rules.ts'
import { type CookieText, textVersionOf } from '#domains/consent/server/cookie-choice.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { messagesOf } from '../texts/texts.ts'

type ConsentTexts = {
  banner: Record<'title' | 'text' | 'more' | 'accept' | 'reject' | 'configure' | 'save' | 'categories', string>
  purposes: Record<'necessary' | (typeof cookiePurposes)[number], { name: string; text: string }>
}

/**
 * Returns the text that a visitor decides on, in their language. Its version is that of the Spanish text, so that
 * changing the language asks nothing again.
 */
export function consentTextIn(locale: Locale): CookieText {
  spanishVersion ??= textVersionOf(plainConsentText('es'))
  return { version: spanishVersion, words: plainConsentText(locale) }
}

// Every page needs it.
let spanishVersion: string | undefined

function plainConsentText(locale: Locale): string {
  const { banner, purposes } = consentTexts(locale)
  return [banner.title, banner.text, ...Object.values(purposes).flatMap(({ name, text }) => [name, text])].join('\n')
}

function consentTexts(locale: Locale): ConsentTexts {
  return messagesOf(locale).consent as unknown as ConsentTexts
}

type CookieBannerInput = {
  locale: Locale
  nonce: string
  /** The URL of the cookie page. */
  action: string
  /** The URL of the visitor, without base path. */
  address: string
}

/**
 * Renders the cookie banner, which is in the page until it is answered: plain forms, which a few lines of script answer
 * in place. It is not part of the portal's bundle, so that visitors who have answered load none of it. At the start of the
 * body: browsers paint before they have read a whole document, and the text of the banner is often the largest.
 */
export function renderCookieBanner({ locale, nonce, action, address }: CookieBannerInput): string {
  const { banner, purposes } = consentTexts(locale)
  // The necessary cookies are listed too, without a choice.
  const boxes = (['necessary', ...cookiePurposes] as const).map((purpose) => {
    const state = purpose === 'necessary' ? 'checked disabled' : `name="${purpose}"`
    return `<label><input type="checkbox" ${state}><span><b>${escapeText(purposes[purpose].name)}</b> ${escapeText(purposes[purpose].text)}</span></label>`
  })
  return `<style nonce="${nonce}">${style}</style><section id="cookie-banner" aria-labelledby="cookie-title" lang="${locale}">
<div><h2 id="cookie-title">${escapeText(banner.title)}</h2><p>${escapeText(banner.text)} <a href="${escapeText(action)}">${escapeText(banner.more)}</a></p></div>
<form method="post" action="${escapeText(action)}"><input type="hidden" name="to" value="${escapeText(address)}">
<button name="choice" value="accept">${escapeText(banner.accept)}</button><button name="choice" value="reject">${escapeText(banner.reject)}</button>
<details><summary>${escapeText(banner.configure)}</summary></details>
<fieldset><legend>${escapeText(banner.categories)}</legend>${boxes.join('')}<button name="choice" value="chosen">${escapeText(banner.save)}</button></fieldset>
</form></section><style nonce="${nonce}">#cookie-banner{visibility:visible}</style><script nonce="${nonce}">${script}</script>`
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

// Hidden until all of it has arrived, or it would grow while loading.
const style = `
#cookie-banner{visibility:hidden;position:fixed;inset:auto var(--s3) var(--s3);z-index:9;display:grid;grid-template-columns:minmax(0,1fr) minmax(26rem,auto);gap:var(--s4) var(--s7);align-items:center;max-width:70rem;max-height:calc(100dvh - 2*var(--s3));overflow:auto;margin-inline:auto;padding:var(--s5) var(--s6);border:1px solid var(--line);border-radius:var(--r4);background:var(--raised);box-shadow:var(--lift-2)}
#cookie-banner h2{margin:0 0 var(--s2);font:var(--t-h3)}
#cookie-banner p{margin:0;font:var(--t-small)}
#cookie-banner form{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:var(--s2)}
#cookie-banner button,#cookie-banner summary{display:grid;place-items:center;box-sizing:border-box;width:100%;min-height:var(--control);padding:0 var(--s3);border:1.5px solid var(--line-2);border-radius:var(--r2);background:var(--surface);color:var(--ink);font:var(--t-strong);text-align:center;cursor:pointer;list-style:none}
#cookie-banner summary::-webkit-details-marker{display:none}
#cookie-banner button:hover,#cookie-banner summary:hover{border-color:var(--ink)}
#cookie-banner fieldset{display:none;grid-column:1/-1;gap:var(--s3);margin:var(--s3) 0 0;padding:0;border:0}
#cookie-banner legend{padding:0 0 var(--s2);font:var(--t-strong)}
#cookie-banner details[open]~fieldset{display:grid}
#cookie-banner:has(details[open]){align-items:start}
#cookie-banner label{display:flex;gap:var(--s3);align-items:start;font:var(--t-small)}
#cookie-banner label b{display:block}
#cookie-banner input[type=checkbox]{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--brand-fill)}
html:has(#cookie-banner){--covered:10rem;scroll-padding-bottom:10rem}
body:has(#cookie-banner){padding-bottom:10rem}
@media(max-width:60rem){#cookie-banner{grid-template-columns:minmax(0,1fr);gap:var(--s3);inset:auto var(--s2) calc(var(--s2) + var(--bar-below,0px));max-height:calc(100dvh - 2*var(--s2) - var(--bar-below,0px));padding:var(--s4)}
#cookie-banner form{gap:var(--s1)}#cookie-banner button,#cookie-banner summary{padding:0 var(--s1);font:var(--t-small-strong)}
html:has(#cookie-banner){--covered:0px;scroll-padding-bottom:calc(17rem + var(--bar-below,0px))}body:has(#cookie-banner){padding-bottom:17rem}}
@media print{#cookie-banner{display:none}body:has(#cookie-banner){padding:0}}`

// Answers in place to preserve form input; if third-party scripts are waiting for consent, the page is reloaded.
const script = `(b=>b.querySelector('form').addEventListener('submit',async e=>{e.preventDefault();const f=e.target,h=document.createElement('input');h.type='hidden';h.name='choice';h.value=e.submitter.value;f.append(h);try{const r=await fetch(f.action,{method:'post',body:new URLSearchParams(new FormData(f)),redirect:'manual'});if(r.type!=='opaqueredirect')throw r;document.documentElement.dataset.cookies='';b.remove();if(document.querySelector('[data-awaits-cookies]'))location.reload()}catch{f.submit()}}))(document.getElementById('cookie-banner'))`

/** The script that each attack tries to run. */
const run = 'window.hostileRan=1'

/** Markup that tries to run a script or to deceive, by name. */
export const attacks: Readonly<Record<string, string>> = {
  'a script': `<script>${run}</script>`,
  'a script in pieces': `<scr<script>ipt>${run}</scr</script>ipt>`,
  'a script in capitals with a slash': `<SCRIPT/x>${run}</SCRIPT >`,
  'a script of elsewhere': '<script src=data:text/javascript,window.hostileRan=1></script>',
  'a script behind a NUL': `<scr\0ipt>${run}</scr\0ipt><script\0>${run}</script>`,
  'a script that is not closed': `words<script>${run}`,
  'an image that fails': `<img src=x onerror="${run}">`,
  'an image without spaces': `<img/src=x/onerror=${run}>`,
  'an image with odd quotes': `<img src=\`x\` onerror=\`${run}\` "">`,
  'an image in a listed element': `<p onclick="${run}" onmouseover=${run}><img src=x onerror=${run}></p>`,
  'a handler on a listed element': `<b onfocus="${run}" tabindex=0 autofocus>x</b>`,
  'an animation handler': `<p style="animation:x" onanimationstart="${run}">x</p>`,
  'a handler with a character reference': `<b &#111;nclick=${run} o\0nclick=${run}>x</b>`,
  'a body with a handler': `<body onload="${run}" onpageshow=${run}><p>x`,
  'a frameset': `<frameset onload="${run}"><frame src="javascript:${run}"></frameset>`,
  'a frame': `<iframe src="javascript:${run}" srcdoc="<script>${run}</script>"></iframe>`,
  'details that open': `<details open ontoggle="${run}">x</details>`,
  'a marquee': `<marquee onstart="${run}">x</marquee>`,
  'video and audio': `<video><source onerror="${run}"></video><audio src=x onerror="${run}">`,
  'an object and an embed': `<object data="javascript:${run}"></object><embed src="javascript:${run}">`,
  'a javascript: address': `<a href="javascript:${run}">x</a>`,
  'a javascript: address with white space': `<a href=" java\tscript\n:${run}">x</a><a href="\x01javascript:${run}">x</a>`,
  'a javascript: address in references': `<a href="&#106;avascript&colon;${run}">x</a><a href="jav&#x09;ascript:${run}">x</a>`,
  'a vbscript: and a data: address': `<a href="vbscript:x">x</a><a href="data:text/html,<script>${run}</script>">x</a>`,
  'an address that only looks like https':
    '<a href="https:javascript:0">x</a><a href="//evil.example">x</a><a href="http://a.example">x</a>',
  'an address with a password': '<a href="https://user:secret@evil.example/">x</a>',
  'a blob: and a filesystem: address':
    '<a href="blob:https://a.example/x">x</a><a href="filesystem:https://a.example/x">x</a>',
  'an SVG that loads': `<svg onload="${run}"><script>${run}</script></svg>`,
  'an SVG with an animated address': `<svg><a><animate attributeName=href values=javascript:${run} /><text y=20>x</text></a></svg>`,
  'an SVG with a use': `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${run}</script></svg>#x"/></svg>`,
  'an SVG with HTML in it': `<svg><foreignObject><p onclick=${run}><img src=x onerror=${run}></p></foreignObject></svg>`,
  'an SVG broken out of': `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  'a MathML link': `<math><maction actiontype=statusline xlink:href="javascript:${run}">x</maction><mtext href="javascript:${run}">x</mtext></math>`,
  'a MathML that mutates': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  'a form in a form that mutates': `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  'a MathML with a comment': `<math><annotation-xml encoding="text/html"><style><!--</style><img src=x onerror=${run}>--></annotation-xml></math>`,
  'a noscript that mutates': `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  'a template that mutates': `<template><script>${run}</script><img src=x onerror=${run}></template><template shadowrootmode=open><img src=x onerror=${run}></template>`,
  'a style that mutates': `<style><style/><img src=x onerror=${run}>`,
  'a style that imports': '<style>@import "javascript:0";</style><link rel=stylesheet href="javascript:0">',
  'a textarea and a title': `<textarea><img title="</textarea><img src=x onerror=${run}>"></textarea><title><img title="</title><img src=x onerror=${run}>">`,
  'an xmp, a noembed, a plaintext': `<xmp><p title="</xmp><img src=x onerror=${run}>"></xmp><noembed><img title="</noembed><img src=x onerror=${run}>"></noembed><plaintext><img src=x onerror=${run}>`,
  'a comment that ends early': `<!--><img src=x onerror=${run}>--><!--!><img src=x onerror=${run}>--!>`,
  'a conditional comment': `<!--[if gte IE 4]><script>${run}</script><![endif]-->`,
  'a CDATA section': `<![CDATA[<img src=x onerror=${run}>]]><svg><![CDATA[><img src=x onerror=${run}>]]></svg>`,
  'a processing instruction': `<?xml version="1.0"?><?php echo "<img src=x onerror=${run}>" ?>`,
  'a form that hides its own properties': `<form id=attributes><input name=attributes><input name=nodeName><input name=childNodes><input name=removeChild><img src=x onerror=${run}></form>`,
  'names of the document':
    '<a id=hostileRan href="https://a.example">x</a><a id=body name=cookie>x</a><form name=createElement><img name=getElementById></form>',
  'a form in a form': `<form action="javascript:${run}"><form><button formaction="javascript:${run}">x</button><input autofocus onfocus=${run}></form></form>`,
  'a base and a refresh': `<base href="javascript:${run}//"><meta http-equiv=refresh content="0;url=javascript:${run}"><meta charset=utf-7>`,
  'a custom element': `<x-y onclick=${run} is=x><b is="x-z">x</b></x-y><button is=x-button>x</button>`,
  'a table that fosters': `<table><td><img src=x onerror=${run}></td><b onclick=${run}>x</table>`,
  'a select that holds more': `<select><option><img src=x onerror=${run}></option></select>`,
  'a popover and an invoker': `<button popovertarget=x>x</button><p popover id=x onbeforetoggle="${run}">x</p>`,
  'references that are no tags': `&lt;img src=x onerror=${run}&gt;&#60;script&#62;${run}&#60;/script&#62;`,
  'references without an end': `&ltimg src=x onerror=${run}&gt &#x3Cscript>${run}`,
  'a footnote with more in it': `<sup foot_note="1" onclick=${run}><img src=x onerror=${run}>1</sup><sup foot_note=1><script>${run}</script>2</sup>`,
  'a footnote of no number': `<sup foot_note="javascript:${run}">1</sup><sup foot_note="1&quot; onclick=${run}">2</sup><sup foot_note=-3>3</sup>`,
  'a language of no language': `<p lang="&quot;><script>${run}</script>" dir="javascript:0">x</p>`,
  'prototype names':
    '<a href="https://a.example" __proto__=x constructor=y>x</a><__proto__>x</__proto__><constructor>y</constructor>',
  'quotes that do not match': `<p title='"><img src=x onerror=${run}>'>x</p><p title="'><script>${run}</script>">x</p>`,
  'a slash and a bracket': `</<script>${run}</script><<img src=x onerror=${run}>><b <script>${run}</script>>`,
  'direction marks and odd spaces': `<img\u2028src=x\u00a0onerror=${run}><\u200bscript>${run}</script>`,
  'words of a template language': `{{constructor.constructor('${run}')()}}<p>\${${run}}<%= ${run} %></p>`,
}

/** An attack among so many tags that the text keeps only bare tags, or none. */
export function amongMany(tags: number, attack: string): string {
  return `${'<p>words</p>'.repeat(Math.ceil(tags / 2))}${attack}`
}

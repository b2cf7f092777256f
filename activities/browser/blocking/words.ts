/*
 * What buttons and dialogs say, as sources of regular expressions (flags `iu`): they travel to the page as text. In the
 * languages most pages are written in; a dialog in another one is recognised by its names and roles alone.
 */

/** The whole name of a button that only closes. */
export const closingName =
  "^(?:[×✕✖✗⨯╳x]|close(?: (?:dialog|modal|popup|pop-up|window|form|banner|this|overlay|newsletter).*)?|dismiss.*|schlie(?:ß|ss)en|fenster schlie(?:ß|ss)en|fermer(?: .*)?|cerrar(?: .*)?|chiudi(?: .*)?|fechar(?: .*)?|sluiten|sluit(?: .*)?|zamknij(?: .*)?|zavřít|stäng(?: .*)?|lukk?(?: .*)?|sulje|bezár(?:ás)?|închide|закрыть|закрити|kapat|閉じる|关闭|關閉|닫기|đóng|tutup|ปิด|إغلاق|סגור|סגירה)$";

/** The whole name of a button that declines an offer. */
export const decliningName =
  "^(?:no,? ?thank(?:s| you).*|no thanks.*|not (?:now|today|interested).*|maybe later|remind me later|later|skip(?: .{0,20})?|continue (?:without|to (?:the )?(?:site|shop|store|article|page)).*|i(?:’|'| a)?m not interested.*|nein,? ?danke.*|jetzt nicht|nicht jetzt|später|non,? ?merci.*|pas maintenant|plus tard|no,? ?gracias.*|ahora no|más tarde|no,? ?grazie.*|non ora|più tardi|não,? ?obrigad[oa].*|agora não|nee,? ?(?:bedankt|dank (?:je|u)).*|niet nu|later misschien|nie,? ?dziękuję.*|nie teraz|nej,? ?(?:tack|tak|takk).*|inte nu|ikke nu|ei kiitos|нет,? ?спасибо.*|не сейчас|позже|hayır,? ?teşekkürler.*|後で|今はしない|いいえ.*|不,?谢谢.*|稍后|나중에|아니요.*)$";

/** Said by dialogs about cookies; the word alone is also said by bakers. */
export const consentText =
  "(?:use|using|set|store|place|accept|allow|reject|consent|agree|verwend|nutz|setz|einsatz|speicher|utilis|dépos|accept|usa|utiliz|almacen|gebruik|plaats|używa|wykorzyst|använd|bruke|bruger|käytt|použív|haszn|folosi|использ|kullan).{0,80}(?:cookie|ciasteczk|куки|файл.{0,4} cookie)|(?:cookie|ciasteczk|куки).{0,80}(?:\buse|using|policy|consent|experience|preference|setting|privacy|necessary|essential|verwend|nutz|richtlinie|einstellung|notwendig|politique|utilis|usa|utiliz|política|gebruik|beleid|voorkeur|używa|polityk|använd|inställning|použív|haszn|использ|kullan)|\bGDPR\b|\bDSGVO\b|\bRGPD\b|\bCCPA\b|クッキー|쿠키|(?:value|respect|care about) your privacy|your privacy choices|(?:ihre?|deine) privatsphäre|votre vie privée|tu privacidad|la tua privacy|uw privacy";

/** The name of a button by which such a dialog is answered. */
export const consentName =
  "\\b(?:accept|allow|agree|consent|reject|decline|deny|refuse|got it|understood|i understand|manage (?:cookies|preferences|options|settings)|cookie settings|preferences|necessary only|essential only|zustimmen|akzeptieren|einverstanden|ablehnen|verstanden|einstellungen|accepter|refuser|tout accepter|j'accepte|aceptar|rechazar|acepto|accetta|accetto|rifiuta|aceitar|recusar|rejeitar|accepteren|akkoord|weigeren|toestaan|akceptuj|zgadzam|odrzuć|acceptera|godkänn|neka|accepter(?:er)?|godta|avvis|hyväksy|hylkää|přijmout|odmítnout|souhlasím|elfogad|elutasít|принять|принимаю|отклонить|согласен|kabul et|reddet)\\b|^(?:ok|okay|okey|oké)[.!]?$|同意|接受|拒绝|동의|許可";

/** Said by dialogs that want an address, a click or an instalment. */
export const promotionText =
  "newsletter|news letter|subscribe|mailing list|sign(?:ing)? up|join (?:us|our|the|now|free|\\d)|e-?mail (?:list|updates|address)|get (?:our|the|your|\\d+ ?%|updates|notified|early)|\\d+ ?% ?(?:off|rabatt|korting|de (?:réduction|descuento|desconto)|di sconto|zniżki|rabat)|discount|coupon|promo(?:tion)? code|voucher|free shipping|special offer|limited time|giveaway|spin (?:to win|the wheel)|don't miss|before you (?:go|leave)|wait!|notifications?\\b|get the app|download (?:our|the) app|open in app|take (?:our|a) survey|abonnieren|anmelden und|rabatt|gutschein|angebot|s'abonner|abonnez|inscrivez|réduction|offre|suscríbe|suscribirse|descuento|boletín|iscriviti|sconto|inscreva|assine|desconto|cadastre|schrijf je in|inschrijven|korting|aanbieding|zapisz się|zniżk|prenumerera|nyhetsbrev|nyhedsbrev|tilmeld|uutiskirje|подпиш|рассылк|скидк|abone ol|bülten|indirim|メールマガジン|登録|クーポン|订阅|优惠|구독|할인";

/** The whole of what an empty place for an advertisement may say. */
export const adLabel =
  "^(?:advertisements?|advertising|ads?|adverts?|sponsored(?: (?:content|by.{0,30}))?|promoted|anzeigen?|werbung|publicités?|annonces?|publicidad|anuncios?|pubblicità|publicidade|advertenties?|reklam[ay]?|annons(?:er)?|annonser?|mainos|hirdetés|реклама|реклама|広告|广告|廣告|광고|- ?advertisement ?-|(?:advertisement|anzeige|werbung) (?:continue reading below|schließen).{0,20}|close ad)[:.]?$";

import type { BlockKind } from "#schemas/renders/blocking.ts";
import { stopScript } from "../capture/hangRecovery.ts";
import type { CaptureRun } from "../capture/run.ts";
import { closeDialogs } from "../inPage/dialogs.ts";
import { hideOverlays, type OverlayTraits, releaseScroll } from "../inPage/overlays.ts";
import { collapseGaps, hideVendorElements } from "../inPage/vendors.ts";
import type { Blocker } from "./blocker.ts";
import { rejectConsent } from "./consent.ts";

/*
 * What buttons and dialogs say, as sources of regular expressions (flags `iu`): they travel to the page as text. In the
 * languages most pages are written in; a dialog in another one is recognised by its names and roles alone.
 */
/** The whole name of a button that only closes. */
const closingName =
  "^(?:[×✕✖✗⨯╳x]|close(?: (?:dialog|modal|popup|pop-up|window|form|banner|this|overlay|newsletter).*)?|dismiss.*|schlie(?:ß|ss)en|fenster schlie(?:ß|ss)en|fermer(?: .*)?|cerrar(?: .*)?|chiudi(?: .*)?|fechar(?: .*)?|sluiten|sluit(?: .*)?|zamknij(?: .*)?|zavřít|stäng(?: .*)?|lukk?(?: .*)?|sulje|bezár(?:ás)?|închide|закрыть|закрити|kapat|閉じる|关闭|關閉|닫기|đóng|tutup|ปิด|إغلاق|סגור|סגירה)$";

/** The whole name of a button that declines an offer. */
const decliningName =
  "^(?:no,? ?thank(?:s| you).*|no thanks.*|not (?:now|today|interested).*|maybe later|remind me later|later|skip(?: .{0,20})?|continue (?:without|to (?:the )?(?:site|shop|store|article|page)).*|i(?:’|'| a)?m not interested.*|nein,? ?danke.*|jetzt nicht|nicht jetzt|später|non,? ?merci.*|pas maintenant|plus tard|no,? ?gracias.*|ahora no|más tarde|no,? ?grazie.*|non ora|più tardi|não,? ?obrigad[oa].*|agora não|nee,? ?(?:bedankt|dank (?:je|u)).*|niet nu|later misschien|nie,? ?dziękuję.*|nie teraz|nej,? ?(?:tack|tak|takk).*|inte nu|ikke nu|ei kiitos|нет,? ?спасибо.*|не сейчас|позже|hayır,? ?teşekkürler.*|後で|今はしない|いいえ.*|不,?谢谢.*|稍后|나중에|아니요.*)$";

/** Said by dialogs about cookies; the word alone is also said by bakers. */
const consentText =
  "(?:use|using|set|store|place|accept|allow|reject|consent|agree|verwend|nutz|setz|einsatz|speicher|utilis|dépos|accept|usa|utiliz|almacen|gebruik|plaats|używa|wykorzyst|använd|bruke|bruger|käytt|použív|haszn|folosi|использ|kullan).{0,80}(?:cookie|ciasteczk|куки|файл.{0,4} cookie)|(?:cookie|ciasteczk|куки).{0,80}(?:\buse|using|policy|consent|experience|preference|setting|privacy|necessary|essential|verwend|nutz|richtlinie|einstellung|notwendig|politique|utilis|usa|utiliz|política|gebruik|beleid|voorkeur|używa|polityk|använd|inställning|použív|haszn|использ|kullan)|\bGDPR\b|\bDSGVO\b|\bRGPD\b|\bCCPA\b|クッキー|쿠키|(?:value|respect|care about) your privacy|your privacy choices|(?:ihre?|deine) privatsphäre|votre vie privée|tu privacidad|la tua privacy|uw privacy";

/** The name of a button by which such a dialog is answered. */
const consentName =
  "\\b(?:accept|allow|agree|consent|reject|decline|deny|refuse|got it|understood|i understand|manage (?:cookies|preferences|options|settings)|cookie settings|preferences|necessary only|essential only|zustimmen|akzeptieren|einverstanden|ablehnen|verstanden|einstellungen|accepter|refuser|tout accepter|j'accepte|aceptar|rechazar|acepto|accetta|accetto|rifiuta|aceitar|recusar|rejeitar|accepteren|akkoord|weigeren|toestaan|akceptuj|zgadzam|odrzuć|acceptera|godkänn|neka|accepter(?:er)?|godta|avvis|hyväksy|hylkää|přijmout|odmítnout|souhlasím|elfogad|elutasít|принять|принимаю|отклонить|согласен|kabul et|reddet)\\b|^(?:ok|okay|okey|oké)[.!]?$|同意|接受|拒绝|동의|許可";

/** Said by dialogs that want an address, a click or an instalment. */
const promotionText =
  "newsletter|news letter|subscribe|mailing list|sign(?:ing)? up|join (?:us|our|the|now|free|\\d)|e-?mail (?:list|updates|address)|get (?:our|the|your|\\d+ ?%|updates|notified|early)|\\d+ ?% ?(?:off|rabatt|korting|de (?:réduction|descuento|desconto)|di sconto|zniżki|rabat)|discount|coupon|promo(?:tion)? code|voucher|free shipping|special offer|limited time|giveaway|spin (?:to win|the wheel)|don't miss|before you (?:go|leave)|wait!|notifications?\\b|get the app|download (?:our|the) app|open in app|take (?:our|a) survey|abonnieren|anmelden und|rabatt|gutschein|angebot|s'abonner|abonnez|inscrivez|réduction|offre|suscríbe|suscribirse|descuento|boletín|iscriviti|sconto|inscreva|assine|desconto|cadastre|schrijf je in|inschrijven|korting|aanbieding|zapisz się|zniżk|prenumerera|nyhetsbrev|nyhedsbrev|tilmeld|uutiskirje|подпиш|рассылк|скидк|abone ol|bülten|indirim|メールマガジン|登録|クーポン|订阅|优惠|구독|할인";

/** The whole of what an empty place for an advertisement may say. */
const adLabel =
  "^(?:advertisements?|advertising|ads?|adverts?|sponsored(?: (?:content|by.{0,30}))?|promoted|anzeigen?|werbung|publicités?|annonces?|publicidad|anuncios?|pubblicità|publicidade|advertenties?|reklam[ay]?|annons(?:er)?|annonser?|mainos|hirdetés|реклама|реклама|広告|广告|廣告|광고|- ?advertisement ?-|(?:advertisement|anzeige|werbung) (?:continue reading below|schließen).{0,20}|close ad)[:.]?$";

/** Milliseconds for what happens within the page at once, for dialogs to close, and for consent to be rejected. */
const stepMs = 1_500;
const dialogsMs = 2_000;
const consentMs = 8_500;
/** Of the time that is left, what all of it together may take. */
const share = 0.4;

/** How overlays are known that go by no vendor's name. */
const overlayTraits: Partial<Record<BlockKind, Omit<OverlayTraits, "selectors">>> = {
  cookieBanners: { text: consentText, button: consentName, least: 0.01 },
  popups: { text: promotionText, button: `${closingName}|${decliningName}`, least: 0.04 },
};

/**
 * Takes off the loaded page what refusing requests did not keep away: consent dialogs are rejected, other dialogs closed,
 * the rest hidden. None of it may cost the capture: what fails or takes too long leaves the page as it is.
 */
export async function clearPage(run: CaptureRun, settleNavigation: () => Promise<unknown>): Promise<void> {
  const { blocker } = run;
  if (blocker === null) return;
  const { world } = run.lease;
  const steps = new Steps(run);
  const dismissed = new Set<BlockKind>();
  const dismiss = (kind: BlockKind, times: number) => {
    blocker.count(kind, times);
    if (times > 0) dismissed.add(kind);
  };
  if (blocker.asks("cookieBanners")) {
    const announced = blocker.isAnnounced("cookieBanners");
    dismiss("cookieBanners", await steps.take(() => rejectConsent(run, announced), consentMs, 0));
    // Some sites load themselves again, now without the dialog.
    await settleNavigation();
  }
  if (blocker.asks("popups")) {
    const says = { closing: closingName, declining: decliningName, consent: consentText, answer: consentName };
    dismiss("popups", await steps.take(() => world.call(closeDialogs, says, dialogsMs), dialogsMs + 500, 0));
  }
  await hideRest(run, { blocker, steps, dismissed });
}

/** Hides what has come since the page was cleared; true where there was any. */
export async function hideLateOverlays(run: CaptureRun): Promise<boolean> {
  const { blocker } = run;
  return blocker !== null && hideRest(run, { blocker, steps: new Steps(run), dismissed: new Set() });
}

type Clearing = {
  blocker: Blocker;
  steps: Steps;
  /** Kinds of which a dialog was just dismissed: what is still to be seen of it is counted already. */
  dismissed: ReadonlySet<BlockKind>;
};

async function hideRest(run: CaptureRun, clearing: Clearing): Promise<boolean> {
  const { steps, dismissed } = clearing;
  const named = await hideNamed(run, clearing);
  const gaps = await hideGaps(run, clearing);
  // Only what lay over the page had a veil behind it and the page held still.
  const uncovered = [...dismissed, ...named].some((kind) => overlayTraits[kind] !== undefined);
  const overlays = await hideUnnamed(run, clearing, uncovered);
  if (uncovered || overlays.length > 0) await steps.take(() => run.lease.world.call(releaseScroll), stepMs, undefined);
  return gaps || named.length + overlays.length > 0;
}

/** Kinds of which something was hidden by its name. */
async function hideNamed({ lease }: CaptureRun, { blocker, steps, dismissed }: Clearing): Promise<BlockKind[]> {
  const elements = blocker.rules.map((rules) => [...rules.elements]);
  const counts = await steps.take(() => lease.world.call(hideVendorElements, elements), stepMs, []);
  return tally(blocker, { kinds: blocker.rules.map(({ kind }) => kind), counts, dismissed });
}

async function hideGaps({ lease }: CaptureRun, { blocker, steps }: Clearing): Promise<boolean> {
  const refused = blocker.refusedAddresses();
  const places = blocker.rules.flatMap(({ kind, suspects }) => (kind === "ads" ? suspects : []));
  if (refused.length + places.length === 0) return false;
  const collapse = () => lease.world.call(collapseGaps, refused, places, adLabel);
  const gaps = await steps.take(collapse, stepMs, { hidden: 0, places: 0 });
  if (blocker.asks("ads")) blocker.count("ads", gaps.places);
  return gaps.hidden > 0;
}

/** Kinds of which something was hidden by what it says. */
async function hideUnnamed(run: CaptureRun, clearing: Clearing, uncovered: boolean): Promise<BlockKind[]> {
  const { blocker, steps, dismissed } = clearing;
  const kinds = blocker.rules.flatMap(({ kind, suspects }) => {
    const traits = overlayTraits[kind];
    return traits === undefined ? [] : [{ kind, traits: { ...traits, selectors: [...suspects] } }];
  });
  if (kinds.length === 0) return [];
  const traits = kinds.map((each) => each.traits);
  const counts = await steps.take(() => run.lease.world.call(hideOverlays, traits, uncovered), stepMs, []);
  return tally(blocker, { kinds: kinds.map(({ kind }) => kind), counts, dismissed });
}

/** Counts what was hidden of each kind; the kinds of which there was any. */
function tally(
  blocker: Blocker,
  of: { kinds: BlockKind[]; counts: number[]; dismissed: ReadonlySet<BlockKind> },
): BlockKind[] {
  return of.kinds.filter((kind, index) => {
    const count = of.counts[index] ?? 0;
    if (!of.dismissed.has(kind)) blocker.count(kind, count);
    return count > 0;
  });
}

/** Takes step after step within one bound; a page that once did not answer is not asked again. */
class Steps {
  readonly #run: CaptureRun;
  readonly #until: number;
  #stuck = false;

  constructor(run: CaptureRun) {
    this.#run = run;
    this.#until = performance.now() + run.guard.remainingMs() * share;
  }

  async take<Value>(work: () => Promise<Value>, boundMs: number, otherwise: Value): Promise<Value> {
    const { guard, lease, logger } = this.#run;
    const left = Math.min(boundMs, this.#until - performance.now());
    if (this.#stuck || left <= 0) return otherwise;
    try {
      const outcome = await guard.attempt(work(), left);
      if (outcome.done) return outcome.value;
      // What a page is at may be the step itself, which then takes too long.
      this.#stuck = true;
      await stopScript(lease, guard);
      return otherwise;
    } catch (error) {
      if (guard.cause() !== null) throw error;
      logger.debug({ err: error }, "a page was not cleared of everything");
      return otherwise;
    }
  }
}

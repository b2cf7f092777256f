import type { BlockKind } from "#schemas/renders/blocking.ts";
import { stopScript } from "../watch/hangRecovery.ts";
import { closeDialogs } from "../inPage/dialogs.ts";
import { DrawnTree } from "../inPage/drawnTree.ts";
import { OverlayHider, type OverlayTraits } from "../inPage/overlays.ts";
import { StyleOverrides } from "../inPage/styleOverrides.ts";
import { inPageObject } from "../inPage/world.ts";
import { collapseGaps, hideVendorElements } from "../inPage/vendors.ts";
import type { Blocker } from "./blocker.ts";
import { type ConsentPage, rejectConsent } from "./consent.ts";
import { hideFrameDialogs } from "./frameDialogs.ts";

/*
 * Clears the loaded page of what refused requests did not keep away. Order of the steps:
 * 1. Reject the consent dialog (consent.ts), then wait for a navigation, because some sites reload.
 * 2. Close other dialogs by their own button.
 * 3. Hide elements with a known vendor's name.
 * 4. Hide empty ad slots and elements of refused requests.
 * 5. Hide floating frames and elements that their text identifies, with their backdrops.
 * 6. Make the page scrollable and clear again, if an overlay was hidden.
 * `hideLateOverlays` repeats steps 3 to 6 after scrolling and settling.
 * Each step has a time limit, and all share one budget. A step that fails leaves the page as it is.
 */

/*
 * Texts of buttons and dialogs, as sources of regular expressions (flags `iu`) for the page.
 * They cover the most common languages. Other dialogs are recognised only by element names and roles.
 */
/** Whole name of a button that only closes. */
const closingName =
  "^(?:[×✕✖✗⨯╳x]|close(?: (?:dialog|modal|popup|pop-up|window|form|banner|this|overlay|newsletter).*)?|dismiss.*|schlie(?:ß|ss)en|fenster schlie(?:ß|ss)en|fermer(?: .*)?|cerrar(?: .*)?|chiudi(?: .*)?|fechar(?: .*)?|sluiten|sluit(?: .*)?|zamknij(?: .*)?|zavřít|stäng(?: .*)?|lukk?(?: .*)?|sulje|bezár(?:ás)?|închide|закрыть|закрити|kapat|閉じる|关闭|關閉|닫기|đóng|tutup|ปิด|إغلاق|סגור|סגירה)$";

/** Whole name of a button that declines an offer. */
const decliningName =
  "^(?:no,? ?thank(?:s| you).*|no thanks.*|not (?:now|today|interested).*|maybe later|remind me later|later|skip(?: .{0,20})?|continue (?:without|to (?:the )?(?:site|shop|store|article|page)).*|i(?:’|'| a)?m not interested.*|nein,? ?danke.*|jetzt nicht|nicht jetzt|später|non,? ?merci.*|pas maintenant|plus tard|no,? ?gracias.*|ahora no|más tarde|no,? ?grazie.*|non ora|più tardi|não,? ?obrigad[oa].*|agora não|nee,? ?(?:bedankt|dank (?:je|u)).*|niet nu|later misschien|nie,? ?dziękuję.*|nie teraz|nej,? ?(?:tack|tak|takk).*|inte nu|ikke nu|ei kiitos|нет,? ?спасибо.*|не сейчас|позже|hayır,? ?teşekkürler.*|後で|今はしない|いいえ.*|不,?谢谢.*|稍后|나중에|아니요.*)$";

/** Text of a consent dialog. The word cookie alone is not enough. */
const consentText =
  "(?:use|using|set|store|place|accept|allow|reject|consent|agree|verwend|nutz|setz|einsatz|speicher|utilis|dépos|accept|usa|utiliz|almacen|gebruik|plaats|używa|wykorzyst|använd|bruke|bruger|käytt|použív|haszn|folosi|использ|kullan).{0,80}(?:cookie|ciasteczk|куки|файл.{0,4} cookie)|(?:cookie|ciasteczk|куки).{0,80}(?:\buse|using|policy|consent|experience|preference|setting|privacy|necessary|essential|verwend|nutz|richtlinie|einstellung|notwendig|politique|utilis|usa|utiliz|política|gebruik|beleid|voorkeur|używa|polityk|använd|inställning|použív|haszn|использ|kullan)|\bGDPR\b|\bDSGVO\b|\bRGPD\b|\bCCPA\b|クッキー|쿠키|(?:value|respect|care about) your privacy|your privacy choices|(?:ihre?|deine) privatsphäre|votre vie privée|tu privacidad|la tua privacy|uw privacy";

/** Name of a button that answers a consent dialog. */
const consentName =
  "\\b(?:accept|allow|agree|consent|reject|decline|deny|refuse|got it|understood|i understand|manage (?:cookies|preferences|options|settings)|cookie settings|preferences|necessary only|essential only|zustimmen|akzeptieren|einverstanden|ablehnen|verstanden|einstellungen|accepter|refuser|tout accepter|j'accepte|aceptar|rechazar|acepto|accetta|accetto|rifiuta|aceitar|recusar|rejeitar|accepteren|akkoord|weigeren|toestaan|akceptuj|zgadzam|odrzuć|acceptera|godkänn|neka|accepter(?:er)?|godta|avvis|hyväksy|hylkää|přijmout|odmítnout|souhlasím|elfogad|elutasít|принять|принимаю|отклонить|согласен|kabul et|reddet)\\b|^(?:ok|okay|okey|oké)[.!]?$|同意|接受|拒绝|동의|許可";

/** Text of a dialog that asks for an address, a click or an installation. */
const promotionText =
  "newsletter|news letter|subscribe|mailing list|sign(?:ing)? up|join (?:us|our|the|now|free|\\d)|e-?mail (?:list|updates|address)|get (?:our|the|your|\\d+ ?%|updates|notified|early)|\\d+ ?% ?(?:off|rabatt|korting|de (?:réduction|descuento|desconto)|di sconto|zniżki|rabat)|discount|coupon|promo(?:tion)? code|voucher|free shipping|special offer|limited time|giveaway|spin (?:to win|the wheel)|don't miss|before you (?:go|leave)|wait!|notifications?\\b|get the app|download (?:our|the) app|open in app|take (?:our|a) survey|abonnieren|anmelden und|rabatt|gutschein|angebot|s'abonner|abonnez|inscrivez|réduction|offre|suscríbe|suscribirse|descuento|boletín|iscriviti|sconto|inscreva|assine|desconto|cadastre|schrijf je in|inschrijven|korting|aanbieding|zapisz się|zniżk|prenumerera|nyhetsbrev|nyhedsbrev|tilmeld|uutiskirje|подпиш|рассылк|скидк|abone ol|bülten|indirim|メールマガジン|登録|クーポン|订阅|优惠|구독|할인";

/** Whole text of an empty ad slot. */
const adLabel =
  "^(?:advertisements?|advertising|ads?|adverts?|sponsored(?: (?:content|by.{0,30}))?|promoted|anzeigen?|werbung|publicités?|annonces?|publicidad|anuncios?|pubblicità|publicidade|advertenties?|reklam[ay]?|annons(?:er)?|annonser?|mainos|hirdetés|реклама|реклама|広告|广告|廣告|광고|- ?advertisement ?-|(?:advertisement|anzeige|werbung) (?:continue reading below|schließen).{0,20}|close ad)[:.]?$";

/** Time limits of a single call into the page, of closing dialogs and of rejecting consent. Chosen by eye. */
const maxStepMs = 1_500;
const maxDialogsMs = 2_000;
const maxConsentMs = 8_500;
/** Share of the capture's remaining time for all steps together. */
const maxTimeShare = 0.4;

/** Traits of overlays without a known vendor's name. */
const overlayTraits: Partial<Record<BlockKind, Omit<OverlayTraits, "selectors">>> = {
  cookieBanners: { text: consentText, button: consentName, minShare: 0.01 },
  popups: { text: promotionText, button: `${closingName}|${decliningName}`, minShare: 0.04 },
};

/** A loaded page with what its job blocks. */
type ClearedPage = ConsentPage & { blocker: Blocker | null };

/** Clears the loaded page by the steps listed above. `settleNavigation` waits for a pending navigation. */
export async function clearPage(run: ClearedPage, settleNavigation: () => Promise<unknown>): Promise<void> {
  const { blocker } = run;
  if (blocker === null) return;
  const { world } = run.lease;
  const budget = new ClearingBudget(run);
  const dismissedKinds = new Set<BlockKind>();
  const countDismissed = (kind: BlockKind, times: number) => {
    blocker.count(kind, times);
    if (times > 0) dismissedKinds.add(kind);
  };
  if (blocker.blocks("cookieBanners")) {
    const announced = blocker.isAnnounced("cookieBanners");
    const reject = () => rejectConsent(run, announced);
    countDismissed("cookieBanners", await budget.attemptWithin(reject, maxConsentMs, 0));
    // Some sites reload themselves without the dialog.
    await settleNavigation();
  }
  if (blocker.blocks("popups")) {
    const patterns = { closing: closingName, declining: decliningName, consent: consentText, answer: consentName };
    const close = () => world.call(closeDialogs, patterns, maxDialogsMs);
    countDismissed("popups", await budget.attemptWithin(close, maxDialogsMs + 500, 0));
  }
  await hideRest(run, { blocker, budget, dismissedKinds });
}

/** Hides what appeared since the page was cleared. Whether there was anything. */
export async function hideLateOverlays(run: ClearedPage): Promise<boolean> {
  const { blocker } = run;
  return blocker !== null && hideRest(run, { blocker, budget: new ClearingBudget(run), dismissedKinds: new Set() });
}

type Clearing = {
  blocker: Blocker;
  budget: ClearingBudget;
  /** Kinds with a dismissed dialog. Its visible remains are hidden but not counted again. */
  dismissedKinds: ReadonlySet<BlockKind>;
};

/** Steps 3 to 6. Whether anything was hidden. */
async function hideRest(run: ClearedPage, clearing: Clearing): Promise<boolean> {
  const { budget, dismissedKinds } = clearing;
  const namedKinds = await hideNamed(run, clearing);
  const gaps = await hideGaps(run, clearing);
  // Only kinds that cover the page have a backdrop and stop the page from scrolling.
  const overlayHidden = [...dismissedKinds, ...namedKinds].some((kind) => overlayTraits[kind] !== undefined);
  const framed = await hideFramed(run, clearing);
  const overlays = await hideUnnamed(run, clearing, overlayHidden || framed);
  const release = () => hiderOf(run).call("release");
  if (overlayHidden || framed || overlays.length > 0) await budget.attemptWithin(release, maxStepMs, undefined);
  return gaps || framed || namedKinds.length + overlays.length > 0;
}

/** Hides consent dialogs in frames. Whether there were any. */
async function hideFramed({ lease }: ClearedPage, { blocker, budget, dismissedKinds }: Clearing): Promise<boolean> {
  if (!blocker.blocks("cookieBanners") || lease.page.frames().length === 1) return false;
  const hide = () => hideFrameDialogs(lease, { text: consentText, button: consentName });
  const count = await budget.attemptWithin(hide, maxStepMs, 0);
  return countHidden(blocker, { kinds: ["cookieBanners"], counts: [count], dismissedKinds }).length > 0;
}

/** Hides elements with a vendor's name. Returns the kinds that were hidden. */
async function hideNamed({ lease }: ClearedPage, { blocker, budget, dismissedKinds }: Clearing): Promise<BlockKind[]> {
  const elements = blocker.rules.map((rules) => [...rules.elements]);
  const hide = () => lease.world.call(hideVendorElements, elements);
  const counts = await budget.attemptWithin(hide, maxStepMs, []);
  return countHidden(blocker, { kinds: blocker.rules.map(({ kind }) => kind), counts, dismissedKinds });
}

/** Hides gaps of refused requests and empty ad slots. Whether there were any. */
async function hideGaps({ lease }: ClearedPage, { blocker, budget }: Clearing): Promise<boolean> {
  const refused = blocker.refusedAddresses();
  const slots = blocker.rules.flatMap(({ kind, suspects }) => (kind === "ads" ? suspects : []));
  if (refused.length + slots.length === 0) return false;
  const collapse = () => lease.world.call(collapseGaps, refused, slots, adLabel);
  const gaps = await budget.attemptWithin(collapse, maxStepMs, { hidden: 0, slots: 0 });
  if (blocker.blocks("ads")) blocker.count("ads", gaps.slots);
  return gaps.hidden > 0;
}

/** Hides overlays by their text. Returns the kinds that were hidden. */
async function hideUnnamed(run: ClearedPage, clearing: Clearing, hiddenBefore: boolean): Promise<BlockKind[]> {
  const { blocker, budget, dismissedKinds } = clearing;
  const kinds = blocker.rules.flatMap(({ kind, suspects }) => {
    const traits = overlayTraits[kind];
    return traits === undefined ? [] : [{ kind, traits: { ...traits, selectors: [...suspects] } }];
  });
  if (kinds.length === 0) return [];
  const traits = kinds.map((each) => each.traits);
  const hide = () => hiderOf(run).call("hide", traits, hiddenBefore);
  const counts = await budget.attemptWithin(hide, maxStepMs, []);
  return countHidden(blocker, { kinds: kinds.map(({ kind }) => kind), counts, dismissedKinds });
}

function hiderOf({ lease }: ClearedPage) {
  return inPageObject(lease.world, OverlayHider, [DrawnTree, StyleOverrides]);
}

/** Adds the counts to the blocker, except for dismissed kinds. Returns the kinds with at least one hidden element. */
function countHidden(
  blocker: Blocker,
  { kinds, counts, dismissedKinds }: { kinds: BlockKind[]; counts: number[]; dismissedKinds: ReadonlySet<BlockKind> },
): BlockKind[] {
  return kinds.filter((kind, index) => {
    const count = counts[index] ?? 0;
    if (!dismissedKinds.has(kind)) blocker.count(kind, count);
    return count > 0;
  });
}

/** Runs steps within a shared time budget. After one timeout all further steps are skipped. */
class ClearingBudget {
  readonly #run: ClearedPage;
  readonly #until: number;
  #timedOut = false;

  constructor(run: ClearedPage) {
    this.#run = run;
    this.#until = performance.now() + run.guard.remainingMs() * maxTimeShare;
  }

  /** The outcome of the work, or `fallback` when it fails, times out or is skipped. */
  async attemptWithin<Value>(work: () => Promise<Value>, boundMs: number, fallback: Value): Promise<Value> {
    const { guard, lease, logger } = this.#run;
    const leftMs = Math.min(boundMs, this.#until - performance.now());
    if (this.#timedOut || leftMs <= 0) return fallback;
    try {
      const outcome = await guard.attempt(work(), leftMs);
      if (outcome.done) return outcome.value;
      this.#timedOut = true;
      // The step's own script may still be running in the page.
      await stopScript(lease, guard);
      return fallback;
    } catch (error) {
      if (guard.cause() !== null) throw error;
      logger.debug({ err: error }, "a step of clearing the page failed");
      return fallback;
    }
  }
}

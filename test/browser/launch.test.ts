import { expect } from "chai";
import { browserArguments, launchBrowser, refuseForbiddenSwitches } from "#activities/browser/pool/launch.ts";

describe("browser launch", () => {
  const forbidden = [
    "--no-sandbox",
    "--disable-web-security",
    "--ignore-certificate-errors",
    "--remote-debugging-port=9222",
    "--proxy-server=direct://",
    "--allow-file-access-from-files",
  ];
  for (const flag of forbidden) {
    it(`refuses ${flag} from the operator`, async () => {
      expect(() => refuseForbiddenSwitches(["--lang=de", flag])).to.throw(flag.split("=", 1)[0] ?? "");
      const launched = await launchBrowser({
        executablePath: "/bin/true",
        sandbox: true,
        scratchDir: "/nonexistent",
        extraArgs: [flag],
      }).catch((error: unknown) => error);
      expect(launched).to.be.an("error").with.property("message").that.includes("Forbidden");
    });
  }

  it("closes every way around the proxy with any other settings", () => {
    const args = browserArguments({ sandbox: true, extraArgs: ["--lang=de"] });
    expect(args).to.include.members([
      "--proxy-server=http://127.0.0.1:9",
      "--proxy-bypass-list=<-loopback>",
      "--webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--disable-quic",
      "--lang=de",
    ]);
    expect(args).to.not.include("--no-sandbox");
    expect(browserArguments({ sandbox: false })).to.include("--no-sandbox");
  });
});

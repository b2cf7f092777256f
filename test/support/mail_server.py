"""A mail server of the distribution. It prints its port, and each mail that it takes as a line of JSON.

The receiver's name chooses an answer: `greylisted` is put off once, `missing` and `denied` are refused. `dropped` loses the
connection in place of the answer to the message, and so does the first mail to `unheard`, which is taken.
"""

import asyncio
import json
import ssl
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP, AuthResult


def tell(fact):
    print(json.dumps(fact), flush=True)


def describe(part):
    content = part.get_content()
    return {
        "type": part.get_content_type(),
        "disposition": part.get_content_disposition(),
        "cid": part["Content-ID"],
        "text": content if isinstance(content, str) else content.decode("latin1"),
    }


class Inbox:
    """Takes mails, and answers some receivers as busy and strict servers do."""

    def __init__(self):
        self.seen = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        tell({"asked": name})
        if name == "missing":
            return "550 5.1.1 no such user"
        if name == "denied":
            return "550 5.7.1 relaying denied"
        if name == "greylisted" and address not in self.seen:
            self.seen.add(address)
            return "451 4.7.1 greylisted, try again later"
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("dropped@"):
            server.transport.abort()
            return "421 gone"
        mail = message_from_bytes(envelope.content, policy=policy.default)
        parts = [describe(part) for part in mail.walk() if not part.is_multipart()]
        headers = {name.lower(): str(value) for name, value in mail.items()}
        user = session.auth_data.login.decode() if session.auth_data else None
        name = envelope.rcpt_tos[0].split("@")[0]
        tell({"to": envelope.rcpt_tos, "headers": headers, "parts": parts, "user": user, "tls": server.transport.get_extra_info("ssl_object") is not None})
        if name == "unheard" and name not in self.seen:
            self.seen.add(name)
            server.transport.abort()
        return "250 taken"


def check(server, session, envelope, mechanism, data):
    # Without `handled` the server itself answers a refused log-in.
    return AuthResult(success=data.password == b"pa:ss/word", handled=False, auth_data=data)


async def main(cert, key):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    inbox = Inbox()
    options = {"authenticator": check, "auth_require_tls": False, "hostname": "mail.test"}
    plain = await asyncio.get_running_loop().create_server(
        lambda: SMTP(inbox, tls_context=context, **options), "127.0.0.1", 0
    )
    secure = await asyncio.get_running_loop().create_server(lambda: SMTP(inbox, **options), "127.0.0.1", 0, ssl=context)
    tell({"plain": plain.sockets[0].getsockname()[1], "secure": secure.sockets[0].getsockname()[1]})
    await asyncio.Event().wait()


asyncio.run(main(*sys.argv[1:]))

"""Deliveries, recipients, keys and sessions of the account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from ..generated.models import (
    ApiKey,
    Delivery,
    DeliveryChannel,
    DeliveryReplyDelivery,
    DeliveryStatus,
    DeliveryType,
    Feed,
    FeedRequest,
    KeyRequest,
    NewKeyReply,
    NewSigningKeyReply,
    Recipient,
    RecipientRequest,
    Session,
    SigningKey,
    SigningKeyRequest,
)
from ..generated.operations import Operations
from ..lists import List, Page
from ..transport import CallOptions


class Deliveries:
    """Webhooks and mails that were sent, with every try."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def list(
        self,
        *,
        channel: DeliveryChannel | None = None,
        type: DeliveryType | None = None,
        status: DeliveryStatus | None = None,
        resource_id: str | None = None,
        run_id: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[Delivery]:
        """The deliveries of the account, newest first."""

        def read(cursor: str | None) -> Page[Delivery]:
            reply = self._operations.list_deliveries(
                channel=channel,
                type=type,
                status=status,
                resource_id=resource_id,
                run_id=run_id,
                limit=limit,
                cursor=cursor,
                options=options,
            )
            return Page(reply.deliveries, reply.next_cursor)

        return List(read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> DeliveryReplyDelivery:
        """A delivery with its body."""
        return self._operations.get_delivery(id, options=options).delivery

    def replay(self, id: str, **options: Unpack[CallOptions]) -> DeliveryReplyDelivery:
        """Sends a webhook again, with the same id and body."""
        return self._operations.replay_delivery(id, options=options).delivery


class Recipients:
    """Readers of alert mails."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def add(self, email: str, **options: Unpack[CallOptions]) -> Recipient:
        """Adds an address, which gets a link to confirm."""
        return self._operations.add_recipient(RecipientRequest(email=email), options=options).recipient

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Recipient]:
        return self._operations.list_recipients(options=options).recipients

    def delete(self, id: str, **options: Unpack[CallOptions]) -> Recipient:
        return self._operations.delete_recipient(id, options=options).recipient


class Keys:
    """API keys of the account."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create(self, request: KeyRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> NewKeyReply:
        """A new key. Only this reply has the key itself."""
        return self._operations.create_api_key(request, options=options)

    def list(self, **options: Unpack[CallOptions]) -> Sequence[ApiKey]:
        return self._operations.list_api_keys(options=options).keys

    def current(self, **options: Unpack[CallOptions]) -> ApiKey:
        """The key of this client, with its scopes."""
        return self._operations.get_current_api_key(options=options).key

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> ApiKey:
        return self._operations.revoke_api_key(id, options=options).key


class Feeds:
    """Atom feeds of changes."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create(self, request: FeedRequest | Mapping[str, Any] | None = None, **options: Unpack[CallOptions]) -> Feed:
        """A feed of all monitors, of those with a tag, or of one."""
        return self._operations.create_feed(request or {}, options=options).feed

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Feed]:
        return self._operations.list_feeds(options=options).feeds

    def delete(self, id: str, **options: Unpack[CallOptions]) -> Feed:
        """Deletes a feed. Its address stops working."""
        return self._operations.delete_feed(id, options=options).feed


class SigningKeys:
    """Keys that sign image links; see `sign_image_url`."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create(self, name: str, **options: Unpack[CallOptions]) -> NewSigningKeyReply:
        """A new key. Only this reply has its secret."""
        return self._operations.create_signing_key(SigningKeyRequest(name=name), options=options)

    def list(self, **options: Unpack[CallOptions]) -> Sequence[SigningKey]:
        return self._operations.list_signing_keys(options=options).keys

    def delete(self, id: str, **options: Unpack[CallOptions]) -> SigningKey:
        """Deletes a key. Every link that it signed stops working."""
        return self._operations.delete_signing_key(id, options=options).key


class Sessions:
    """Browsers that are logged in to the console."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[Session]:
        def read(cursor: str | None) -> Page[Session]:
            reply = self._operations.list_sessions(limit=limit, cursor=cursor, options=options)
            return Page(reply.sessions, reply.next_cursor)

        return List(read)

    def end(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Ends a session. That browser is then logged out."""
        self._operations.end_session(id, options=options)

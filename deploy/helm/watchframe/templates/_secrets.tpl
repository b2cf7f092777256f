{{/* The keys of the Secret that Temporal's connection needs, separated by spaces. */}}
{{- define "watchframe.temporalKeys" -}}
payload_key_ring
{{- if .Values.temporal.tls.ca }} temporal_ca{{ end }}
{{- if .Values.temporal.tls.clientCertificate }} temporal_cert temporal_key{{ end }}
{{- if .Values.temporal.apiKey }} temporal_api_key{{ end }}
{{- end }}

{{/* The keys of every program with data. */}}
{{- define "watchframe.dataKeys" -}}
{{ include "watchframe.temporalKeys" . }} mongo_url s3_access_key_id s3_secret_access_key key_ring
{{- range .Values.secret.more.everywhere }} {{ . }}{{ end }}
{{- end }}

{{/* The keys of programs that sign links and send mails. */}}
{{- define "watchframe.signingKeys" -}}
{{ include "watchframe.dataKeys" . }} signing_key smtp_url postmark_token
{{- range .Values.secret.more.signing }} {{ . }}{{ end }}
{{- end }}

{{/* The keys of the operator's command line, which neither signs links nor reads the bucket. */}}
{{- define "watchframe.toolKeys" -}}
{{ include "watchframe.temporalKeys" . }} mongo_url key_ring smtp_url postmark_token
{{- range concat .Values.secret.more.everywhere .Values.secret.more.signing }} {{ . }}{{ end }}
{{- end }}

{{/* The volume of these keys alone. (dict "root" $ "keys" "a b") */}}
{{- define "watchframe.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ include "watchframe.secret" .root }}
    defaultMode: 0440
    items:
      {{- range splitList " " .keys }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}

{{- define "watchframe.caVolume" -}}
{{- with .Values.extraCa -}}
{{- if .configMap -}}
- name: ca
  configMap:
    name: {{ .configMap }}
    items:
      - key: {{ .key }}
        path: ca.pem
{{- end }}
{{- end }}
{{- end }}

{{- define "watchframe.mounts" -}}
- name: secrets
  mountPath: /run/secrets
  readOnly: true
{{- if .Values.extraCa.configMap }}
- name: ca
  mountPath: /etc/watchframe
  readOnly: true
{{- end }}
{{- end }}

{{/* Settings that the chart makes of other values, without `_FILE`. */}}
{{- define "watchframe.ownSettings" -}}
WATCHFRAME_PUBLIC_URL WATCHFRAME_HOST WATCHFRAME_PORT WATCHFRAME_PROXIES WATCHFRAME_WORKER_QUEUES
{{- " " }}WATCHFRAME_BROWSER_CONCURRENCY WATCHFRAME_METRICS_HOST WATCHFRAME_METRICS_PORT WATCHFRAME_EXTRA_CA
{{- " " }}WATCHFRAME_TEMPORAL_ADDRESS WATCHFRAME_TEMPORAL_NAMESPACE WATCHFRAME_TEMPORAL_TLS WATCHFRAME_TEMPORAL_TLS_CA
{{- " " }}WATCHFRAME_TEMPORAL_TLS_CERT WATCHFRAME_TEMPORAL_TLS_KEY WATCHFRAME_TEMPORAL_API_KEY
{{- " " }}WATCHFRAME_PAYLOAD_KEY_RING WATCHFRAME_MONGO_URL WATCHFRAME_KEY_RING WATCHFRAME_SIGNING_KEY WATCHFRAME_S3_ENDPOINT
{{- " " }}WATCHFRAME_S3_REGION WATCHFRAME_S3_BUCKET WATCHFRAME_S3_ACCESS_KEY_ID WATCHFRAME_S3_SECRET_ACCESS_KEY
{{- " " }}WATCHFRAME_SMTP_URL WATCHFRAME_POSTMARK_TOKEN WATCHFRAME_POSTMARK_WEBHOOK_AUTH
{{- end }}

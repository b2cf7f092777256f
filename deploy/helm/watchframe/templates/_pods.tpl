{{/* The pod's part that all programs share. No pod uses the API of Kubernetes. (dict "root" $ "chromium" bool) */}}
{{- define "watchframe.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "watchframe.serviceAccount" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    {{- if .chromium }}
    # Chromium's sandbox creates user namespaces, which the runtime's own profile refuses.
    type: Localhost
    localhostProfile: {{ $values.chromiumSeccompProfile }}
    {{- else }}
    type: RuntimeDefault
    {{- end }}
{{- end }}

{{/* The container's image and its rights. (dict "root" $ "target" "api") */}}
{{- define "watchframe.container" -}}
image: {{ include "watchframe.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Spreads a component over nodes. (dict "root" $ "component" name) */}}
{{- define "watchframe.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "watchframe.selector" . | nindent 8 }}
{{- end }}

{{/* Changed settings and secrets of the chart start new pods. (dict "root" $ "metrics" bool) */}}
{{- define "watchframe.annotations" -}}
annotations:
  checksum/settings: {{ include (print .root.Template.BasePath "/settings.yaml") .root | sha256sum }}
  {{- if and .metrics .root.Values.podAnnotations }}
  {{- toYaml .root.Values.podAnnotations | nindent 2 }}
  {{- end }}
{{- end }}

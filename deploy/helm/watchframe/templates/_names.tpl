{{/* The beginning of every object's name. */}}
{{- define "watchframe.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride }}
{{- else if contains "watchframe" .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-watchframe" .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels that select pods: of one component with (dict "root" $ "component" name), else of the release. */}}
{{- define "watchframe.selector" -}}
app.kubernetes.io/name: watchframe
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{/* All labels of an object. */}}
{{- define "watchframe.labels" -}}
{{ include "watchframe.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Name and labels of an object of a component: (dict "root" $ "component" name). */}}
{{- define "watchframe.metadata" -}}
name: {{ include "watchframe.fullname" .root }}-{{ .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "watchframe.labels" . | nindent 2 }}
{{- end }}

{{/* An image by its digest or its tag: (dict "root" $ "target" "api"). */}}
{{- define "watchframe.image" -}}
{{- $image := .root.Values.image }}
{{- $digest := get $image.digests .target }}
{{- if $digest }}
{{- printf "%s/%s@%s" $image.repository .target $digest }}
{{- else }}
{{- printf "%s/%s:%s" $image.repository .target ($image.tag | default .root.Chart.AppVersion) }}
{{- end }}
{{- end }}

{{- define "watchframe.serviceAccount" -}}
{{- $given := .Values.serviceAccount }}
{{- $given.name | default (ternary (include "watchframe.fullname" .) "default" $given.create) }}
{{- end }}

{{- define "watchframe.secret" -}}
{{- .Values.secret.existing | default (include "watchframe.fullname" .) }}
{{- end }}

import { readdirSync, readFileSync } from 'node:fs'
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { environmentNames } from '#app/server/process/environment.ts'

// Checks the files against the schemas of Kubernetes, and what these cannot check: whether references between the files
// resolve, and whether the program knows its environment variables.

type Object = { kind: string; apiVersion: string; metadata: { name: string } }

const folder = new URL('../../deploy/kubernetes/', import.meta.url)
const kinds = [
  ...[ConfigMap, Deployment, HorizontalPodAutoscaler, Ingress, Job, NetworkPolicy],
  ...[PersistentVolumeClaim, PodDisruptionBudget, Secret, Service],
]
const objects = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(new URL(file, folder), 'utf8')).map((document) => {
    if (document.errors.length) throw new Error(`${file}: ${document.errors[0]!.message}`)
    return [`${file}: ${document.toJS().kind}`, document.toJS() as Object] as const
  }),
)
const ofKind = <T>(kind: string) => objects.map(([, object]) => object).filter((object) => object.kind === kind) as T[]
const podsOf = (kind: 'Deployment' | 'Job') => ofKind<IDeployment>(kind).map(({ spec }) => spec!.template)
const pods = [...podsOf('Deployment'), ...podsOf('Job')]
const containers = pods.flatMap(({ spec }) => spec!.containers)

test.each(objects)('%s conforms to its schema', (_, object) => {
  const Kind = kinds.find(({ apiVersion, kind }) => kind === object.kind && apiVersion === object.apiVersion)
  expect(Kind, `${object.apiVersion} ${object.kind}`).toBeDefined()
  expect(() => new Kind!(object as never).validate()).not.toThrow()
})

test('a schema rejects an invalid object', () => {
  expect(() => new Service({ spec: { ports: [{ port: 'eighty' as never }] } }).validate()).toThrow()
})

describe('every pod', () => {
  test.each(pods.map((pod) => [pod.spec!.containers[0]!.name, pod.spec!] as const))(
    '%s has no privileges',
    (_, pod) => {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(pod.automountServiceAccountToken).toBe(false)
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources!.limits).toHaveProperty('memory')
        // Writes go to /data and /tmp.
        expect(container.volumeMounts!.map(({ mountPath }) => mountPath).sort()).toEqual(['/data', '/tmp'])
      }
    },
  )

  test('has time for a graceful shutdown', () => {
    for (const { spec } of podsOf('Deployment')) expect(spec!.terminationGracePeriodSeconds).toBeGreaterThan(25)
  })

  test('uses a single image', () => {
    expect(new Set(containers.map(({ image }) => image)).size).toBe(1)
  })

  test('mounts only volumes that it declares', () => {
    for (const { spec } of pods) {
      const volumes = spec!.volumes!.map(({ name }) => name)
      for (const { name } of spec!.containers[0]!.volumeMounts!) expect(volumes).toContain(name)
    }
  })
})

test('the program knows every environment variable of servers and workers', () => {
  const configuredVariables = [
    ...ofKind<{ data: object }>('ConfigMap').flatMap(({ data }) => Object.keys(data)),
    ...ofKind<{ stringData: object }>('Secret').flatMap(({ stringData }) => Object.keys(stringData)),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ]
  expect(environmentNames).toEqual(expect.arrayContaining(configuredVariables))
})

test('every pod selector matches pods', () => {
  const labels = pods.map(({ metadata }) => metadata!.labels!)
  const selectors = [
    ...ofKind<IDeployment>('Deployment').map(({ spec }) => spec!.selector.matchLabels!),
    ...ofKind<{ spec: { selector: object } }>('Service').map(({ spec }) => spec.selector),
    ...ofKind<IDeployment>('PodDisruptionBudget').map(({ spec }) => spec!.selector.matchLabels!),
    ...ofKind<{ spec: { podSelector: { matchLabels: object } } }>('NetworkPolicy').map(
      ({ spec }) => spec.podSelector.matchLabels,
    ),
  ]
  for (const selector of selectors) expect(labels).toContainEqual(expect.objectContaining(selector))
})

test('probes, service and network policy name existing ports', () => {
  for (const { ports, livenessProbe, readinessProbe, startupProbe } of containers) {
    const names = ports?.map(({ name }) => name) ?? []
    for (const probe of [livenessProbe, readinessProbe, startupProbe])
      if (probe) expect(names).toContain(probe.httpGet!.port)
  }
  const names = containers.flatMap(({ ports }) => ports?.map(({ name }) => name) ?? [])
  for (const { spec } of ofKind<{ spec: { ports: { targetPort: string }[] } }>('Service'))
    for (const { targetPort } of spec.ports) expect(names).toContain(targetPort)
})

test('every reference resolves', () => {
  const names = (kind: string) => ofKind<Object>(kind).map(({ metadata }) => metadata.name)
  for (const { envFrom = [] } of containers)
    for (const { configMapRef, secretRef } of envFrom) {
      if (configMapRef) expect(names('ConfigMap')).toContain(configMapRef.name)
      if (secretRef) expect(names('Secret')).toContain(secretRef.name)
    }
  for (const { spec } of pods)
    for (const { persistentVolumeClaim } of spec!.volumes!)
      if (persistentVolumeClaim) expect(names('PersistentVolumeClaim')).toContain(persistentVolumeClaim.claimName)
  for (const { spec } of ofKind<{ spec: { scaleTargetRef: { name: string } } }>('HorizontalPodAutoscaler'))
    expect(names('Deployment')).toContain(spec.scaleTargetRef.name)
})

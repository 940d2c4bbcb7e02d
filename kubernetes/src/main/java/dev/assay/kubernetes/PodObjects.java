package dev.assay.kubernetes;

import dev.assay.kubernetes.boot.Boot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the objects of a run. All belong to the first pod's Job, so that deleting it deletes them. Pods keep to the standard
 * <i>restricted</i>, and know no account of the API server. Those of workers have the same requests as limits, so that they are the last to
 * be disturbed. They are a Job of their own, as all pods of one have the same requests, and for as long as any container of a pod runs, it
 * holds the processors that it has requested: the first pod, which waits to be fetched, requests few.
 *
 * <p>A lost worker ends no other pod ({@code backoffLimitPerIndex}), so that everything the coordinator has measured until then can still
 * be fetched.
 */
final class PodObjects {
    static final Map<String, String> LABELS = Map.of("app.kubernetes.io/managed-by", "assay");

    /** The labels of all objects of Assay, as kubectl takes them. */
    static final String SELECTOR = "app.kubernetes.io/managed-by=assay";

    /** The label of the Job on its pods, set by Kubernetes. */
    static final String JOB_LABEL = "batch.kubernetes.io/job-name";

    /** The label of a pod's index, set by Kubernetes. */
    static final String INDEX_LABEL = "batch.kubernetes.io/job-completion-index";

    static final String CONTAINER = "assay";

    /** The label of all pods of a run. */
    static final String RUN_LABEL = "assay-run";

    /** The processors that the first pod requests, unless its limit is lower. */
    private static final BigDecimal FEW_PROCESSORS = new BigDecimal("0.1");

    private static final String BOOT = "/boot/boot.jar";

    private PodObjects() {}

    /** Returns the Job of the first pod. */
    static Job job(PodPlan plan) {
        BigDecimal processors = plan.pods().cpu().amount().min(FEW_PROCESSORS);
        return job(plan, plan.name(), 1, Boot.COORDINATOR, processors.toPlainString());
    }

    static Job workers(PodPlan plan) {
        return job(
                plan,
                PodPlan.workersJob(plan.name()),
                plan.workers(),
                "worker",
                plan.pods().cpu().text());
    }

    private static Job job(PodPlan plan, String name, int pods, String program, String processors) {
        return Serialization.unmarshal(
                """
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %11$s
                  labels: { app.kubernetes.io/managed-by: assay }
                spec:
                  completionMode: Indexed
                  completions: %3$d
                  parallelism: %3$d
                  backoffLimitPerIndex: 0
                  activeDeadlineSeconds: %6$d
                  ttlSecondsAfterFinished: 600
                  template:
                    metadata:
                      labels: { app.kubernetes.io/managed-by: assay, app.kubernetes.io/component: %12$s, assay-run: %1$s }
                    spec:
                      restartPolicy: Never
                      subdomain: %1$s
                      automountServiceAccountToken: false
                      enableServiceLinks: false
                      terminationGracePeriodSeconds: 30
                      securityContext:
                        runAsNonRoot: true
                        runAsUser: 10001
                        runAsGroup: 10001
                        fsGroup: 10001
                        seccompProfile: { type: RuntimeDefault }
                      topologySpreadConstraints:
                        - maxSkew: 1
                          topologyKey: kubernetes.io/hostname
                          whenUnsatisfiable: ScheduleAnyway
                          labelSelector: { matchLabels: { assay-run: %1$s } }
                      containers:
                        - name: assay
                          image: "%2$s"
                          imagePullPolicy: IfNotPresent
                          command: [java, -Xmx32m, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", -jar, /boot/boot.jar]
                          env:
                            - { name: ASSAY_PROGRAM, value: %12$s }
                            - { name: ASSAY_POD, valueFrom: { fieldRef: { fieldPath: metadata.uid } } }
                            - { name: ASSAY_FIRST, value: "%7$s" }
                            - { name: ASSAY_WORKERS, value: "%8$d" }
                            - { name: ASSAY_PATIENCE, value: "%9$d" }
                            - { name: ASSAY_KEEP, value: "%10$d" }
                          resources:
                            requests: { cpu: "%13$s", memory: "%5$s" }
                            limits: { cpu: "%4$s", memory: "%5$s" }
                          securityContext:
                            allowPrivilegeEscalation: false
                            readOnlyRootFilesystem: true
                            capabilities: { drop: [ALL] }
                          volumeMounts:
                            - { name: boot, mountPath: /boot, readOnly: true }
                            - { name: secret, mountPath: /secret, readOnly: true }
                            - { name: work, mountPath: /scratch }
                      volumes:
                        - { name: boot, configMap: { name: %1$s } }
                        - { name: secret, secret: { secretName: %1$s, defaultMode: 288 } }
                        - { name: work, emptyDir: {} }
                """.formatted(
                                plan.name(),
                                plan.pods().image(),
                                pods,
                                plan.pods().cpu(),
                                plan.pods().memory(),
                                plan.pods().deadline().toSeconds(),
                                PodPlan.firstHost(plan.name()),
                                plan.workers(),
                                PodPlan.PATIENCE.toSeconds(),
                                plan.keep().toSeconds(),
                                name,
                                program,
                                processors),
                Job.class);
    }

    /**
     * Returns whether a Job is that of a run, of this or another version of Assay, by the fields that {@link #job} writes.
     */
    static boolean isOfARun(Job job) {
        PodTemplateSpec template = job.getSpec().getTemplate();
        List<Container> containers = template.getSpec().getContainers();
        String name = job.getMetadata().getName();
        return hasLabels(job.getMetadata(), LABELS)
                && "Indexed".equals(job.getSpec().getCompletionMode())
                && hasLabels(template.getMetadata(), LABELS)
                && hasLabels(template.getMetadata(), Map.of(RUN_LABEL, name))
                && containers.size() == 1
                && CONTAINER.equals(containers.getFirst().getName())
                && containers.getFirst().getCommand().contains(BOOT)
                && template.getSpec().getVolumes().stream()
                        .anyMatch(volume -> volume.getSecret() != null
                                && name.equals(volume.getSecret().getSecretName()));
    }

    private static boolean hasLabels(@Nullable ObjectMeta metadata, Map<String, String> labels) {
        return metadata != null
                && metadata.getLabels() != null
                && metadata.getLabels().entrySet().containsAll(labels.entrySet());
    }

    /** Returns the pod of a worker. */
    static Pod pod(PodPlan plan) {
        PodTemplateSpec template = workers(plan).getSpec().getTemplate();
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .editMetadata()
                .withName(plan.name())
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    static List<HasMetadata> belongings(PodPlan plan, OwnerReference owner) {
        List<HasMetadata> belongings = List.of(configMap(plan), secret(plan), service(plan), workers(plan));
        belongings.forEach(one -> one.getMetadata().setOwnerReferences(List.of(owner)));
        return belongings;
    }

    /** Returns all objects as YAML, for people and checks, without secrets. */
    static String manifest(PodPlan plan) {
        PodPlan shown = plan.withoutSecrets();
        return Stream.of(job(shown), configMap(shown), secret(shown), service(shown), workers(shown))
                .map(PodObjects::yaml)
                .collect(Collectors.joining("---\n", """
                        # What a run in pods creates, the Job of its first pod first. In a run, all else belongs to that Job, and each run has a
                        # name, a token and a certificate of its own, which stand in the Secret with the scenario. They are not shown here.
                        # Applied by themselves, the pods wait for the jars that only 'assay run' sends, and end after %d minutes.
                        """.formatted(PodPlan.PATIENCE.toMinutes()), ""));
    }

    private static String yaml(HasMetadata object) {
        return Serialization.asYaml(object).replaceFirst("^---\\s*\n", "").stripTrailing() + "\n";
    }

    static OwnerReference owner(Job job) {
        return new OwnerReferenceBuilder()
                .withApiVersion(job.getApiVersion())
                .withKind(job.getKind())
                .withName(job.getMetadata().getName())
                .withUid(job.getMetadata().getUid())
                .build();
    }

    private static ConfigMap configMap(PodPlan plan) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(plan.name())
                .withLabels(LABELS)
                .endMetadata()
                .withImmutable(true)
                .addToBinaryData("boot.jar", Base64.getEncoder().encodeToString(BootJar.bytes()))
                .addToData(
                        Boot.FILES,
                        plan.files().stream().map(PodFile::line).collect(Collectors.joining("\n", "", "\n")))
                .addToData("coordinator", lines(plan.coordinator()))
                .addToData("worker", lines(plan.worker()))
                .build();
    }

    private static String lines(List<String> arguments) {
        return String.join("\n", arguments) + "\n";
    }

    private static Secret secret(PodPlan plan) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(plan.name())
                .withLabels(LABELS)
                .endMetadata()
                .withImmutable(true)
                .withStringData(new TreeMap<>(plan.secrets()))
                .build();
    }

    /** Publishes the names of pods that are not ready, too: the first is asked while it waits for jars. */
    private static Service service(PodPlan plan) {
        return Serialization.unmarshal("""
            apiVersion: v1
            kind: Service
            metadata:
              name: %1$s
              labels: { app.kubernetes.io/managed-by: assay }
            spec:
              clusterIP: None
              publishNotReadyAddresses: true
              selector: { assay-run: %1$s }
            """.formatted(plan.name()), Service.class);
    }
}

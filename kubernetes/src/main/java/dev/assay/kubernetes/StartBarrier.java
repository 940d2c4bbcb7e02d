package dev.assay.kubernetes;

import dev.assay.kubernetes.boot.Boot;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Waits until every pod of a run is running, and reports why others are not. A reason that does not pass by itself ends the wait at
 * once; one that may pass, such as no room on nodes that are added as needed, at its end.
 */
final class StartBarrier {
    /** Reasons for which a container waits that don't pass by waiting. */
    private static final Set<String> LASTING = Set.of(
            "ImagePullBackOff",
            "ErrImageNeverPull",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError",
            "CrashLoopBackOff");

    /** The time for which refused pods are tried again: quotas may still count a finished run. */
    private static final Duration BEFORE_REFUSAL_COUNTS = Duration.ofSeconds(10);

    private static final int LOG_LINES = 5;

    private static final Duration POLL = Duration.ofMillis(500);

    private final KubernetesClient client;
    private final PodPlan plan;

    StartBarrier(KubernetesClient client, PodPlan plan) {
        this.client = client;
        this.plan = plan;
    }

    record Hindrance(String pod, String reason, boolean lasting, boolean ended) {
        @Override
        public String toString() {
            return pod + ": " + reason;
        }
    }

    /**
     * Waits until all pods run.
     *
     * @throws CommandFailure naming each pod that does not, and why
     */
    void await(Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            List<Pod> pods = pods();
            List<Hindrance> hindrances = pods.stream()
                    .map(StartBarrier::hindrance)
                    .flatMap(Optional::stream)
                    .toList();
            if (pods.size() > plan.workers() && hindrances.isEmpty()) {
                return;
            }
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            boolean late = waited.compareTo(limit) > 0;
            if (late || hindrances.stream().anyMatch(Hindrance::lasting)) {
                throw failure(hindrances, pods.size(), late ? limit : waited);
            }
            if (pods.size() <= plan.workers()
                    && waited.compareTo(BEFORE_REFUSAL_COUNTS) > 0
                    && !refusals().isEmpty()) {
                throw failure(hindrances, pods.size(), waited);
            }
            Boot.pause(POLL);
        }
    }

    private List<Pod> pods() {
        return client.pods().withLabel(PodObjects.RUN_LABEL, plan.name()).list().getItems().stream()
                .sorted(Comparator.comparing(StartBarrier::name))
                .toList();
    }

    private CommandFailure failure(List<Hindrance> hindrances, int created, Duration waited) {
        int all = plan.workers() + 1;
        String missing = created == all
                ? ""
                : "\n  %d of %d pods were not created: %s"
                        .formatted(
                                all - created,
                                all,
                                refusals().isEmpty() ? "Kubernetes does not say why" : String.join("; ", refusals()));
        return new CommandFailure(
                ExitCode.ENVIRONMENT,
                "of %d pods, %d did not start within %d s:%s%s"
                        .formatted(
                                all,
                                all - created + hindrances.size(),
                                waited.toSeconds(),
                                hindrances.stream().map(this::line).collect(Collectors.joining()),
                                missing));
    }

    /** Describes a hindrance, with the end of the pod's log if it has one. */
    private String line(Hindrance hindrance) {
        String written = "";
        if (hindrance.ended()) {
            try {
                written = client.pods()
                        .withName(hindrance.pod())
                        .tailingLines(LOG_LINES)
                        .getLog();
            } catch (KubernetesClientException _) {
                // It never wrote anything.
            }
        }
        return "\n  " + hindrance
                + written.strip().lines().map(line -> "\n    " + line).collect(Collectors.joining());
    }

    /** Returns why pods of the run's Jobs could not be created, such as quotas and policies. */
    private Set<String> refusals() {
        Set<String> jobs = Set.of(plan.name(), PodPlan.workersJob(plan.name()));
        return client.v1().events().list().getItems().stream()
                .filter(event -> "FailedCreate".equals(event.getReason())
                        && jobs.contains(event.getInvolvedObject().getName()))
                .map(Event::getMessage)
                .map(message -> message.replaceFirst("^Error creating: pods \"[^\"]*\" is ", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns why a pod does not run; empty where nothing keeps it from running. */
    static Optional<Hindrance> hindrance(Pod pod) {
        PodStatus status = pod.getStatus();
        if (status == null || status.getPhase() == null) {
            return hindrance(pod, "Kubernetes has not looked at it yet", false);
        }
        if ("Failed".equals(status.getPhase()) && status.getReason() != null) {
            return hindrance(pod, status.getReason() + ": " + status.getMessage(), true);
        }
        for (ContainerStatus container : status.getContainerStatuses()) {
            ContainerState state = container.getState();
            ContainerStateTerminated ended = state.getTerminated();
            if (ended != null) {
                return Optional.of(new Hindrance(
                        name(pod),
                        "it ended with %d (%s)".formatted(ended.getExitCode(), ended.getReason()),
                        true,
                        true));
            }
            ContainerStateWaiting waiting = state.getWaiting();
            if (waiting != null) {
                boolean lasting = LASTING.contains(waiting.getReason());
                return hindrance(
                        pod,
                        waiting.getReason() + (waiting.getMessage() == null ? "" : ": " + waiting.getMessage()),
                        lasting);
            }
        }
        if ("Running".equals(status.getPhase())) {
            return Optional.empty();
        }
        Optional<PodCondition> unscheduled = status.getConditions().stream()
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .findFirst();
        return unscheduled.isPresent()
                ? hindrance(
                        pod,
                        unscheduled.get().getReason() + ": " + unscheduled.get().getMessage(),
                        false)
                : hindrance(pod, "it is " + status.getPhase(), false);
    }

    private static Optional<Hindrance> hindrance(Pod pod, String reason, boolean lasting) {
        return Optional.of(new Hindrance(name(pod), reason, lasting, false));
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getName();
    }
}

package dev.assay.kubernetes;

import dev.assay.kubernetes.ApiServer.PodGoneException;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Placement;
import dev.assay.scenario.fleet.Pods;
import dev.assay.store.PlacementFile;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Executes a run in pods, from its beginning to the folder that it leaves here. The coordinator is a pod, too, so that neither this
 * machine's clock nor its connection to the API server is part of the measurement, and the run continues when this process ends.
 *
 * <p>From the top: {@link #start} has all steps in order; {@link #attach} has those that also happen later or from another machine.
 */
public final class PodRun implements AutoCloseable {
    private static final Duration DELETION_LIMIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofSeconds(1);

    /** How long Kubernetes may not answer while pods are started, and while a run goes on. */
    private static final Duration STARTING_LIMIT = Duration.ofMinutes(5);

    private static final Duration AWAY_LIMIT = Duration.ofMinutes(30);

    private final KubernetesClient client;

    /** Names the namespace as the command line takes it. */
    private final String place;

    private final Creation creation;
    private final PrintWriter people;
    private final PrintWriter programs;
    private final Path out;
    private final ApiServer.Pace pace;

    /** Names the Job to be deleted at the end; null until Kubernetes has created or shown it. */
    private volatile @Nullable Job ownJob;

    private PodRun(
            KubernetesClient client,
            Pods pods,
            PrintWriter people,
            PrintWriter programs,
            Path out,
            ApiServer.Pace pace) {
        this.client = client;
        this.creation = new Creation(client, UUID.randomUUID().toString());
        this.place =
                "kubernetes:" + pods.context().map(context -> context + "/").orElse("") + client.getNamespace();
        this.people = people;
        this.programs = programs;
        this.out = out;
        this.pace = pace;
    }

    /**
     * Connects to the namespace of {@code pods}.
     *
     * @param people gets messages for people
     * @param programs gets the events that the run prints for programs, which its log has among messages for people
     * @param out the folder below which the run's own is put
     */
    public static PodRun in(Pods pods, PrintWriter people, PrintWriter programs, Path out) {
        return new PodRun(KubernetesPlace.of(pods).connect(), pods, people, programs, out, ApiServer.Pace.REAL);
    }

    static PodRun with(
            KubernetesClient client,
            Pods pods,
            PrintWriter people,
            PrintWriter programs,
            Path out,
            ApiServer.Pace pace) {
        return new PodRun(client, pods, people, programs, out, pace);
    }

    /**
     * @param patience for pods that wait for a node or an image
     * @param detach asked when this process is told to end: whether the run is to continue without it
     * @return the exit code of the coordinator
     * @throws CommandFailure when something keeps it from running; nothing is left then
     */
    public int start(PodPlan plan, Duration patience, BooleanSupplier detach) throws InterruptedException {
        Thread ending = new Thread(() -> end(plan.name(), detach), "end-pods");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            bringUp(plan, patience);
            return follow(plan.name());
        } finally {
            forget(ending);
        }
    }

    private void bringUp(PodPlan plan, Duration patience) throws InterruptedException {
        boolean up = false;
        try {
            say("starting %d pods of %s in namespace %s"
                    .formatted(plan.workers() + 1, plan.name(), client.getNamespace()));
            create(plan);
            new StartBarrier(client, plan).await(patience);
            FirstPod first = new FirstPod(client, plan.name(), server(STARTING_LIMIT, ""));
            first.place(PlacementFile.bytes(placement(plan)));
            say("sending %d MiB of jars to the first pod".formatted(megabytes(plan)));
            first.send(plan.files());
            up = true;
        } catch (KubernetesClientException e) {
            String what = Problem.code(e) == 0
                    ? "Kubernetes at %s does not answer".formatted(client.getMasterUrl())
                    : "Kubernetes refuses";
            throw new CommandFailure(ExitCode.ENVIRONMENT, what + ": " + Problem.text(e), e);
        } catch (PodGoneException e) {
            throw gone(plan.name(), e);
        } finally {
            if (!up) {
                remove(plan.name());
            }
        }
    }

    /**
     * Follows a run that is under way or has ended, fetches it, and deletes it there.
     *
     * @return the exit code of the coordinator
     * @throws CommandFailure when there is no such run, the Job of that name is not that of a run, or its pod was lost
     */
    public int attach(String run) throws InterruptedException {
        Job job = ApiServer.askOnce(
                        client,
                        "Kubernetes at %s can't be asked for the Job %s in namespace %s"
                                .formatted(client.getMasterUrl(), run, client.getNamespace()),
                        () -> Optional.ofNullable(find(run)))
                .orElse(null);
        if (job == null) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "there is no run called %s in namespace %s: it was deleted, or has been fetched"
                            .formatted(run, client.getNamespace()));
        }
        if (!PodObjects.isOfARun(job)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "the Job %s in namespace %s is not that of a run in pods, and is left alone; 'kubectl get jobs --selector %s --namespace %2$s' lists those that are"
                            .formatted(run, client.getNamespace(), PodObjects.SELECTOR));
        }
        ownJob = job;
        return follow(run);
    }

    private ApiServer server(Duration limit, String later) {
        client.getConfiguration()
                .setRequestRetryBackoffLimit(0); // Else the client itself asks again, and says nothing.
        return new ApiServer(client, limit, later, this::say, pace);
    }

    private @Nullable Job find(String run) {
        return client.batch().v1().jobs().withName(run).get();
    }

    private int follow(String run) throws InterruptedException {
        FirstPod first = new FirstPod(
                client,
                run,
                server(
                        AWAY_LIMIT,
                        "; the run goes on in its pods, and '%s' comes back to it".formatted(attachment(run))));
        int code;
        try {
            code = first.follow(people, programs);
            fetch(first, run);
        } catch (PodGoneException e) {
            CommandFailure gone = gone(run, e);
            remove(run);
            throw gone;
        }
        release(first);
        remove(run);
        return code;
    }

    private CommandFailure gone(String run, PodGoneException cause) {
        return new CommandFailure(ExitCode.ENVIRONMENT, "the pod of the coordinator is gone: " + whyLost(run), cause);
    }

    /**
     * Returns the rights that runs in pods would lack here.
     *
     * @return one line for each; none where nothing is lacking
     */
    public List<String> lacking() {
        return rights(client).stream().map(right -> "the right to " + right).toList();
    }

    private static List<String> rights(KubernetesClient client) {
        return ApiServer.askOnce(
                client,
                "Kubernetes at %s can't be asked for your rights".formatted(client.getMasterUrl()),
                () -> Access.lacking(client));
    }

    /**
     * @param known whether this user may ask
     * @param refusal why quotas and policies would not admit a pod of such a run; empty where they would, or where that is not known
     */
    public record Admission(boolean known, Optional<String> refusal) {}

    /** Asks for the admission without creating a pod. Whether a node has room shows only when one starts. */
    public Admission admission(Pods pods) {
        try {
            client.resource(PodObjects.pod(PodPlan.empty("assay-doctor", pods)))
                    .dryRun(true)
                    .create();
            return new Admission(true, Optional.empty());
        } catch (KubernetesClientException e) {
            String why = Problem.text(e);
            return why.contains("cannot create resource")
                    ? new Admission(false, Optional.empty())
                    : new Admission(true, Optional.of(why));
        }
    }

    public static String role(String namespace) {
        return Access.role(namespace);
    }

    /** Returns the objects of a plan as YAML, without secrets. */
    public static String manifest(PodPlan plan) {
        return PodObjects.manifest(plan);
    }

    public String namespace() {
        return client.getNamespace();
    }

    /** @throws CommandFailure naming what is lacking */
    public static void requireAccess(Pods pods) {
        try (KubernetesClient client = KubernetesPlace.of(pods).connect()) {
            List<String> lacking = rights(client);
            if (!lacking.isEmpty()) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "in namespace %s you lack the right to %s; 'assay kubernetes role' prints a Role that has all of it, for an administrator"
                                .formatted(client.getNamespace(), String.join(", the right to ", lacking)));
            }
        }
    }

    private Placement placement(PodPlan plan) {
        Placement placement = new PodPlacement(client, plan).find();
        placement.unknown().forEach(what -> say("not known: " + what));
        return placement;
    }

    /** Creates the first pod's Job first: all other objects belong to it, so that nothing can be left behind. */
    private void create(PodPlan plan) {
        Job job = creation.create(PodObjects.job(plan));
        ownJob = job;
        PodObjects.belongings(plan, PodObjects.owner(job)).forEach(creation::create);
    }

    private static long megabytes(PodPlan plan) {
        return plan.files().stream()
                        .collect(Collectors.toMap(PodFile::digest, PodFile::bytes, (one, _) -> one))
                        .values()
                        .stream()
                        .mapToLong(bytes -> bytes)
                        .sum()
                >> 20;
    }

    private void fetch(FirstPod first, String run) throws PodGoneException, InterruptedException {
        try (PackedRun packed = PackedRun.of(out, run)) {
            first.fetch(packed);
            packed.unpack()
                    .ifPresentOrElse(
                            folder -> say("the run is in " + folder),
                            () -> say("the run ended before it had a folder"));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "the run can't be fetched: %s; it stays in its pod, and '%s' tries again"
                            .formatted(Problem.text(e), attachment(run)),
                    e);
        }
    }

    /** Lets the pods end by themselves, in case they can't be deleted. A fetched run loses nothing if they don't end. */
    private void release(FirstPod first) throws InterruptedException {
        try {
            first.release();
        } catch (IOException | KubernetesClientException e) {
            say("warning: the first pod can't be told to end: " + Problem.text(e));
        } catch (PodGoneException _) {
            // It has ended.
        }
    }

    private String whyLost(String run) {
        try {
            Optional<String> hindrance = client.pods().withLabel(PodObjects.JOB_LABEL, run).list().getItems().stream()
                    .map(StartBarrier::hindrance)
                    .flatMap(Optional::stream)
                    .map(StartBarrier.Hindrance::toString)
                    .findFirst();
            return hindrance.orElseGet(() -> whyFailed(find(run)).orElse("Kubernetes no longer knows it"));
        } catch (KubernetesClientException e) {
            return "why is not known: " + Problem.text(e);
        }
    }

    private static Optional<String> whyFailed(@Nullable Job job) {
        if (job == null || job.getStatus() == null) {
            return Optional.empty();
        }
        return job.getStatus().getConditions().stream()
                .filter(condition -> "Failed".equals(condition.getType()) && "True".equals(condition.getStatus()))
                .map(condition -> "its Job has failed: %s: %s".formatted(condition.getReason(), condition.getMessage()))
                .findFirst();
    }

    /**
     * Deletes the Job with its dependents, and waits until no pod is left. Where that is refused, a message gives the command for it:
     * the run's result does not depend on it.
     */
    private void remove(String run) throws InterruptedException {
        try {
            Job job = ownJob;
            if (job == null) {
                job = find(run); // Kubernetes may have created it, and the answer been lost.
                if (job == null || !creation.made(job)) {
                    return;
                }
            }
            if (Deletion.delete(client, job)) {
                awaitNoPod(run);
            }
        } catch (KubernetesClientException e) {
            say("warning: the pods of %1$s are not deleted: %2$s; '%3$s' deletes them"
                    .formatted(run, Problem.text(e), deletion(run)));
        }
    }

    private void awaitNoPod(String run) throws InterruptedException {
        long end = pace.nanoTime() + DELETION_LIMIT.toNanos();
        try {
            while (!client.pods()
                    .withLabel(PodObjects.RUN_LABEL, run)
                    .list()
                    .getItems()
                    .isEmpty()) {
                if (pace.nanoTime() - end > 0) {
                    say("pods of %s are still ending".formatted(run));
                    return;
                }
                pace.pause(POLL);
            }
        } catch (KubernetesClientException e) {
            say("warning: whether the pods of %s have ended is not known: %s".formatted(run, Problem.text(e)));
        }
    }

    private String attachment(String run) {
        return "assay kubernetes attach %s %s".formatted(run, place);
    }

    private String deletion(String run) {
        return "kubectl delete job/%s --namespace %s".formatted(run, client.getNamespace());
    }

    /** Deletes or detaches from the run; called when this process is about to end. */
    private void end(String run, BooleanSupplier detach) {
        if (detach.getAsBoolean()) {
            say("it goes on without this terminal; '%s' comes back to it, and '%s' ends it"
                    .formatted(attachment(run), deletion(run)));
            return;
        }
        try {
            remove(run);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread ending) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException _) {
            ending.join(); // That thread is running, and needs the connection.
        }
    }

    private void say(String line) {
        people.println(line);
        people.flush();
    }

    @Override
    public void close() {
        client.close();
    }
}
